package io.github.asynqee.worker;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a worker. {@link Builder} documents each setting and its default; the defaults are asynq's where it has
 * the setting.
 */
public final class WorkerConfig {

    /** The largest {@linkplain Builder#fetchBatch batch of a fetch}. */
    public static final int MAX_FETCH_BATCH = 1_000;
    /** The largest {@linkplain Builder#maxPrefetch number of prefetched tasks}. */
    public static final int MAX_PREFETCH = 500;
    /** The largest {@linkplain Builder#attemptHistory number of recorded attempts}. */
    public static final int MAX_ATTEMPT_HISTORY = 100;

    private final Builder settings;

    /** @param settings must not change afterwards */
    private WorkerConfig(Builder settings) {
        this.settings = settings;
        requirePositive("task check interval", settings.taskCheckInterval);
        requirePositive("heartbeat interval", settings.heartbeatInterval);
        requirePositive("delayed task check interval", settings.delayedTaskCheckInterval);
        requirePositive("recovery interval", settings.recoveryInterval);
        requirePositive("janitor interval", settings.janitorInterval);
        requirePositive("unhandled type delay", settings.unhandledTypeDelay);
        requirePositive("health check interval", settings.healthCheckInterval);
        if (settings.heartbeatInterval.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException(
                    "heartbeat interval must be at most 10 s, a third of the lease: " + settings.heartbeatInterval);
        }
        requireRange("fetch batch", settings.fetchBatch, 1, MAX_FETCH_BATCH);
        requireRange("max prefetch", settings.maxPrefetch, 0, MAX_PREFETCH);
        requireRange("max recoveries", settings.maxRecoveries, 0, Integer.MAX_VALUE);
        requireRange("attempt history", settings.attemptHistory, 0, MAX_ATTEMPT_HISTORY);
        Objects.requireNonNull(settings.listener, "listener");
        Objects.requireNonNull(settings.threads, "threads");
        settings.shards.values().forEach(Shards::require);
    }

    private static void requirePositive(String what, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive: " + duration);
        }
    }

    private static void requireRange(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be "
                    + (max == Integer.MAX_VALUE ? "at least " + min : "from " + min + " to " + max) + ": " + value);
        }
    }

    /** @return the value of {@link Builder#strictPriority} */
    public boolean strictPriority() {
        return settings.strictPriority;
    }

    /** @return the value of {@link Builder#taskCheckInterval} */
    public Duration taskCheckInterval() {
        return settings.taskCheckInterval;
    }

    /** @return the value of {@link Builder#heartbeatInterval} */
    public Duration heartbeatInterval() {
        return settings.heartbeatInterval;
    }

    /** @return the value of {@link Builder#delayedTaskCheckInterval} */
    public Duration delayedTaskCheckInterval() {
        return settings.delayedTaskCheckInterval;
    }

    /** @return the value of {@link Builder#recoveryInterval} */
    public Duration recoveryInterval() {
        return settings.recoveryInterval;
    }

    /** @return the value of {@link Builder#janitorInterval} */
    public Duration janitorInterval() {
        return settings.janitorInterval;
    }

    /** @return the value of {@link Builder#returnUnhandledTypesAfter} */
    public Duration unhandledTypeDelay() {
        return settings.unhandledTypeDelay;
    }

    /** @return the value of {@link Builder#failUnhandledTypes} */
    public boolean unhandledTypeFails() {
        return settings.unhandledTypeFails;
    }

    /** @return the value of {@link Builder#fetchBatch} */
    public int fetchBatch() {
        return settings.fetchBatch;
    }

    /** @return the value of {@link Builder#maxPrefetch} */
    public int maxPrefetch() {
        return settings.maxPrefetch;
    }

    /** @return the value of {@link Builder#maxRecoveries} */
    public int maxRecoveries() {
        return settings.maxRecoveries;
    }

    /** @return the value of {@link Builder#attemptHistory} */
    public int attemptHistory() {
        return settings.attemptHistory;
    }

    /** @return the value of {@link Builder#statistics} */
    public boolean statistics() {
        return settings.statistics;
    }

    /** @return the value of {@link Builder#healthCheckInterval} */
    public Duration healthCheckInterval() {
        return settings.healthCheckInterval;
    }

    /** @return the value of {@link Builder#healthCheck} */
    public @Nullable Consumer<Optional<BrokerException>> healthCheck() {
        return settings.healthCheck;
    }

    /** @return the value of {@link Builder#listener} */
    public TaskListener listener() {
        return settings.listener;
    }

    /** @return the value of {@link Builder#threads} */
    public ThreadFactory threads() {
        return settings.threads;
    }

    /** @return the value of {@link Builder#shards} */
    public Map<String, Integer> shards() {
        return settings.shards;
    }

    /** @return a builder with the defaults */
    public static Builder builder() {
        return new Builder();
    }

    /** The settings with their defaults. Each setter returns this builder; {@link #build()} checks the values. */
    public static final class Builder implements Cloneable {
        private boolean strictPriority;
        private Duration taskCheckInterval = Duration.ofSeconds(1);
        private Duration heartbeatInterval = Duration.ofSeconds(5);
        private Duration delayedTaskCheckInterval = Duration.ofSeconds(1);
        private Duration recoveryInterval = Duration.ofSeconds(60);
        private Duration janitorInterval = Duration.ofSeconds(8);
        private Duration unhandledTypeDelay = Duration.ofSeconds(30);
        private boolean unhandledTypeFails;
        private int fetchBatch = 128;
        private int maxPrefetch = 128;
        private int maxRecoveries = 3;
        private int attemptHistory = 10;
        private boolean statistics = true;
        private Duration healthCheckInterval = Duration.ofSeconds(15);
        private @Nullable Consumer<Optional<BrokerException>> healthCheck;
        private TaskListener listener = TaskListener.NONE;
        private ThreadFactory threads = work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        };

        private Map<String, Integer> shards = Map.of();

        private Builder() {}

        /**
         * Distributes a queue over several queues, its shards, which may be on different nodes of a Redis Cluster:
         * {@code name}, {@code name~1} and so on. The worker consumes these shards and any others recorded in Redis;
         * together they have the priority of the queue. If the number is larger than the recorded number, creating the
         * worker records it in Redis and waits for the reply. Shards that are added later are consumed within 10 s,
         * even if their queue is not set here. Default: each queue has one shard.
         *
         * @param queue the queue; ignored if no channel consumes it
         * @param count the number of shards, from 1 to 64
         */
        public Builder shards(String queue, int count) {
            Map<String, Integer> all = new HashMap<>(shards);
            all.put(queue, count);
            shards = Map.copyOf(all);
            return this;
        }

        /** Whether a queue is served only while all queues of higher priority are empty. Default: false. */
        public Builder strictPriority(boolean strict) {
            this.strictPriority = strict;
            return this;
        }

        /**
         * The maximum pause of an idle worker that polls a queue without notifications. The pause is a quarter of the
         * time since the last task of the queue, at least 5 ms. Default: 1 s.
         */
        public Builder taskCheckInterval(Duration interval) {
            this.taskCheckInterval = interval;
            return this;
        }

        /**
         * How often leases are extended and the worker's state is published. Default: 5 s; at most 10 s, a third of the
         * lease.
         */
        public Builder heartbeatInterval(Duration interval) {
            this.heartbeatInterval = interval;
            return this;
        }

        /**
         * How often the worker checks for due tasks that other processes have scheduled, while Redis does not notify
         * about changes. Default: 1 s.
         */
        public Builder delayedTaskCheckInterval(Duration interval) {
            this.delayedTaskCheckInterval = interval;
            return this;
        }

        /** How often the worker recovers tasks whose worker died. Default: 60 s. */
        public Builder recoveryInterval(Duration interval) {
            this.recoveryInterval = interval;
            return this;
        }

        /** How often completed tasks whose retention has ended are deleted. Default: 8 s. */
        public Builder janitorInterval(Duration interval) {
            this.janitorInterval = interval;
            return this;
        }

        /**
         * Leaves tasks without a handler to other workers: when such a task has been at the head of its queue for this
         * delay, it is deferred by the same delay, without using a retry. This is the default, with 30 s.
         */
        public Builder returnUnhandledTypesAfter(Duration delay) {
            this.unhandledTypeDelay = delay;
            this.unhandledTypeFails = false;
            return this;
        }

        /** Fails tasks without a handler, as in asynq. */
        public Builder failUnhandledTypes() {
            this.unhandledTypeFails = true;
            return this;
        }

        /** Maximum number of tasks per fetch, from 1 to {@value #MAX_FETCH_BATCH}. Default: 128. */
        public Builder fetchBatch(int tasks) {
            this.fetchBatch = tasks;
            return this;
        }

        /**
         * Maximum number of tasks a channel holds for lanes that are not free yet, from 0 (none) to {@value
         * #MAX_PREFETCH}. A channel never holds more tasks than its lanes are expected to start within 2 ms. Default:
         * 128.
         */
        public Builder maxPrefetch(int tasks) {
            this.maxPrefetch = tasks;
            return this;
        }

        /**
         * How often a task is retried because its worker died; after that it is archived. The count begins again when
         * the {@linkplain io.github.asynqee.Checkpoint checkpoint} of the task has advanced. 0: no limit. Default: 3.
         */
        public Builder maxRecoveries(int times) {
            this.maxRecoveries = times;
            return this;
        }

        /**
         * How many attempts of a task are kept with it, the latest ones: from 0 (none) to {@value
         * #MAX_ATTEMPT_HISTORY}. An attempt is recorded when the task is retried, archived, requeued, or completed with
         * a retention. Default: 10.
         */
        public Builder attemptHistory(int attempts) {
            this.attemptHistory = attempts;
            return this;
        }

        /**
         * Whether numbers and durations of attempts are recorded in Redis per queue and type, for the inspector and the
         * console. Default: true.
         */
        public Builder statistics(boolean recorded) {
            this.statistics = recorded;
            return this;
        }

        /**
         * How often Redis is checked, if {@link #healthCheck} is set. The first check is made after one interval.
         * Default: 15 s.
         */
        public Builder healthCheckInterval(Duration interval) {
            this.healthCheckInterval = interval;
            return this;
        }

        /**
         * Receives the error of each check of Redis, or empty after a successful one. Default: {@code null}, no checks.
         */
        public Builder healthCheck(@Nullable Consumer<Optional<BrokerException>> callback) {
            this.healthCheck = callback;
            return this;
        }

        /** Receives the events of tasks. Default: {@link TaskListener#NONE}. */
        public Builder listener(TaskListener taskListener) {
            this.listener = taskListener;
            return this;
        }

        /** Makes the worker's own threads, which must be platform threads. Default: daemon threads. */
        public Builder threads(ThreadFactory factory) {
            this.threads = factory;
            return this;
        }

        /**
         * Checks and builds the settings.
         *
         * @return the settings
         * @throws IllegalArgumentException if a value is out of range
         */
        public WorkerConfig build() {
            try {
                return new WorkerConfig((Builder) clone());
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
