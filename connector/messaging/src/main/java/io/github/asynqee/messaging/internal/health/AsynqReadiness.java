package io.github.asynqee.messaging.internal.health;

import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.runtime.AsynqRuntime;
import io.github.asynqee.messaging.internal.runtime.RedisInstance;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready means: every Redis answers and is not known to be too old for the tasks taken from it, and no channel has lost a
 * lane. The data has the versions, the queues and the channels, and a warning about a Redis that deletes tasks when its
 * memory is full.
 */
@Readiness
@ApplicationScoped
public class AsynqReadiness implements HealthCheck {

    private static final String REDIS = "redis ";

    @Inject
    private AsynqRuntime runtime;

    /** Creates the check; done by the container. */
    public AsynqReadiness() {}

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder report = HealthCheckResponse.named("asynq").up();
        runtime.targets().forEach(target -> redis(target, report));
        runtime.channels().forEach(channel -> channel(channel, report));
        return report.build();
    }

    private void redis(RedisInstance target, HealthCheckResponseBuilder report) {
        try {
            redis(target.url(), target.hasWorker(), target.status(), report);
        } catch (BrokerException e) {
            report.down().withData(REDIS + target.url(), String.valueOf(e.getMessage()));
        }
        if (target.hasWorker()) {
            report.withData("queues " + target.url(), target.queues().entrySet().stream()
                    .map(queue -> queue.getKey() + "=" + queue.getValue()).collect(Collectors.joining(",")));
            target.changesRefusal().ifPresent(reason -> changes(target.url(), reason, report));
        }
    }

    static void redis(String url, boolean hasWorker, RedisStatus status, HealthCheckResponseBuilder report) {
        String version = status.version().isEmpty() ? "unknown version" : "version " + status.version();
        if (hasWorker && !status.isAtLeast(6, 2)) {
            report.down().withData(REDIS + url, version + " is too old: a worker needs Redis 6.2 or later");
        } else {
            report.withData(REDIS + url, version + ", " + status.roundTrip().toMillis() + " ms");
        }
        if (!status.keepsEverything()) {
            report.withData("warning memory " + url, "maxmemory-policy is " + status.maxmemoryPolicy()
                    + ": when memory is full Redis deletes tasks; it should be noeviction");
        }
    }

    static void changes(String url, String reason, HealthCheckResponseBuilder report) {
        report.withData("warning changes " + url, "queues are polled every task-check-interval and "
                + "delayed-task-check-interval, because Redis does not tell when they change: " + reason);
    }

    private static void channel(IncomingChannel channel, HealthCheckResponseBuilder report) {
        int lanes = channel.lanes();
        int dead = channel.deadLanes();
        String name = "channel " + channel.config().channel();
        if (dead == 0) {
            report.withData(name, lanes + (lanes == 1 ? " lane" : " lanes"));
        } else {
            report.down().withData(name, dead + " of " + lanes + " lanes lost: see the log");
        }
    }
}
