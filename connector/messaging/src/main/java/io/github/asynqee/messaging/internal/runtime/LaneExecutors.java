package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;

/** The executors of lanes, one for each value of the attribute {@code executor}. */
final class LaneExecutors {

    private static final Logger LOG = System.getLogger(LaneExecutors.class.getName());

    private final Map<String, LaneExecutor> executors = new HashMap<>();

    synchronized LaneExecutor get(String name) {
        return executors.computeIfAbsent(name, LaneExecutors::create);
    }

    private static LaneExecutor create(String name) {
        return switch (name) {
            case IncomingConfig.DEFAULT_EXECUTOR -> ContainerThreads.pooled();
            case IncomingConfig.VIRTUAL_EXECUTOR -> ContainerThreads.virtual();
            default -> ContainerThreads.pooled(name);
        };
    }

    synchronized void stop(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        executors.forEach((name, executor) -> {
            Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 0));
            if (!executor.stop(left)) {
                LOG.log(Level.WARNING,
                        "handlers of executor {0} still run after they were interrupted; their tasks were requeued",
                        name);
            }
        });
    }
}
