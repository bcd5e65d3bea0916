package io.github.asynqee.messaging.internal.health;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.internal.thread.EngineThread;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.runtime.AsynqRuntime;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * Liveness check: DOWN if only a restart helps, because a channel has lost a lane or a thread has ended. It does not
 * check Redis, because a restart does not end an outage.
 */
@Liveness
@ApplicationScoped
public class AsynqLiveness implements HealthCheck {

    @Inject
    private AsynqRuntime runtime;

    /** Creates the check; done by the container. */
    public AsynqLiveness() {}

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder report = report(runtime);
        runtime.channels().forEach(channel -> lost(channel, report));
        threads(EngineThread.dead(), report);
        return report.build();
    }

    /** Adds the name of the application, because a server may have several. */
    static HealthCheckResponseBuilder report(AsynqRuntime runtime) {
        HealthCheckResponseBuilder report = HealthCheckResponse.named("asynq").up();
        return runtime.application().isEmpty() ? report : report.withData("application", runtime.application());
    }

    static void threads(List<String> dead, HealthCheckResponseBuilder report) {
        if (!dead.isEmpty()) {
            report.down().withData("threads", "ended unexpectedly: " + String.join(", ", dead));
        }
    }

    static void lost(IncomingChannel channel, HealthCheckResponseBuilder report) {
        int dead = channel.deadLanes();
        if (dead > 0) {
            report.down().withData("channel " + channel.config().channel(),
                    dead + " of " + channel.lanes() + " lanes lost, see the server log");
        }
    }
}
