package io.github.asynqee.messaging.internal.health;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.thread.EngineThread;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.runtime.AsynqRuntime;
import io.github.asynqee.messaging.internal.runtime.RedisInstance;
import io.github.asynqee.messaging.internal.transactions.OutboxReport;
import io.github.asynqee.redis.BrokerException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Readiness check: UP if the connector has not stopped, every Redis replies and is recent enough for a worker, all
 * channels were requested, no channel has lost a lane, and no thread has ended. The data contains versions, queues,
 * channels and how idle workers notice new tasks. It also contains warnings: Redis evicts keys when its memory is
 * full, queues are polled, the clock of Redis is not used, or rows of an outbox are not stored.
 */
@Readiness
@ApplicationScoped
public class AsynqReadiness implements HealthCheck {

    private static final String REDIS = "redis ";
    /** Maximum number of queues in the data, because a pattern may match thousands. */
    private static final int QUEUES_SHOWN = 200;

    @Inject
    private AsynqRuntime runtime;

    /** Creates the check; done by the container. */
    public AsynqReadiness() {}

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder report = AsynqLiveness.report(runtime);
        if (runtime.isStopped()) {
            report.down().withData("connector", "stopped");
        } else if (!runtime.hasStarted()) {
            report.down().withData("connector", "not started");
        }
        unrequested(runtime.unrequestedChannels(), report);
        runtime.redisInstances().forEach(redis -> redis(redis, report));
        runtime.channels().forEach(channel -> channel(channel, report));
        runtime.outboxReport().ifPresent(outbox -> outbox(outbox, report));
        AsynqLiveness.threads(EngineThread.dead(), report);
        return report.build();
    }

    static void unrequested(Set<String> channels, HealthCheckResponseBuilder report) {
        if (!channels.isEmpty()) {
            report.down().withData("channels " + channels, AsynqRuntime.NO_REACTIVE_MESSAGING);
        }
    }

    static void outbox(OutboxReport outbox, HealthCheckResponseBuilder report) {
        report.withData("outbox " + outbox.name(), outbox.rows() + (outbox.rows() == 1 ? " row" : " rows")
                + (outbox.rows() == 0 ? "" : ", the oldest of " + outbox.age().toSeconds() + " s ago"));
        if (outbox.problem() != null) {
            report.withData("warning outbox " + outbox.name(), outbox.problem());
        }
        if (outbox.setAside() > 0) {
            report.withData("warning outbox set aside " + outbox.name(), outbox.setAside()
                    + " rows cannot be stored in Redis and were set aside with their errors: SELECT * FROM "
                    + outbox.table() + " WHERE bucket = -1");
        }
    }

    private void redis(RedisInstance redis, HealthCheckResponseBuilder report) {
        try {
            redis(redis.url(), redis.hasWorker(), redis.status(), report);
        } catch (BrokerException e) {
            report.down().withData(REDIS + redis.url(), String.valueOf(e.getMessage()));
        }
        redis.writesRefusal().ifPresent(reason -> writes(redis.url(), reason, report));
        redis.clockRefusal().ifPresent(reason -> clock(redis.url(), reason, report));
        if (redis.hasWorker()) {
            report.withData("queues " + redis.url(), queues(redis.queues()));
            wakeUp(redis.url(), redis.isPushed(), report);
            redis.changesRefusal().ifPresent(reason -> changes(redis.url(), reason, report));
        }
    }

    static String queues(Map<String, Integer> priorities) {
        String first = priorities.entrySet().stream().limit(QUEUES_SHOWN)
                .map(queue -> queue.getKey() + "=" + queue.getValue()).collect(Collectors.joining(","));
        return priorities.size() <= QUEUES_SHOWN ? first
                : first + " and " + (priorities.size() - QUEUES_SHOWN) + " more";
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
                    + ": Redis evicts tasks when its memory is full; set it to noeviction");
        }
    }

    static void wakeUp(String url, boolean pushed, HealthCheckResponseBuilder report) {
        report.withData("wake-up " + url, pushed ? "push" : "poll");
    }

    static void changes(String url, String reason, HealthCheckResponseBuilder report) {
        report.withData("warning changes " + url, "queues are polled, at least every task-check-interval and "
                + "delayed-task-check-interval, because change notifications are unavailable: " + reason);
    }

    static void writes(String url, String reason, HealthCheckResponseBuilder report) {
        report.withData("warning writes " + url,
                "Redis rejects writes, so new tasks are rejected and outcomes wait: " + reason);
    }

    static void clock(String url, String reason, HealthCheckResponseBuilder report) {
        report.withData("warning clock " + url,
                "using this machine's clock, as read at the start, because Redis does not report its time; it must "
                        + "agree with the clocks of all other servers: " + reason);
    }

    private static void channel(IncomingChannel channel, HealthCheckResponseBuilder report) {
        int lanes = channel.lanes();
        int dead = channel.deadLanes();
        String name = "channel " + channel.config().channel();
        if (dead == 0) {
            report.withData(name, lanes + (lanes == 1 ? " lane" : " lanes"));
        } else {
            report.down().withData(name, dead + " of " + lanes + " lanes lost, see the server log");
        }
    }
}
