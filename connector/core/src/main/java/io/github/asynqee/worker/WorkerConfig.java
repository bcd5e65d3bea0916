package io.github.asynqee.worker;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.BrokerException;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.shard.Shards;

/**
 * Settings of a worker. {@link Builder} documents each setting and its default; the defaults are asynq's where it has
 * the setting.
 */
public record WorkerConfig(boolean strictPriority, Duration taskCheckInterval, Duration heartbeatInterval,
        Duration delayedTaskCheckInterval, Duration recoveryInterval, Duration janitorInterval,
        Duration unhandledTypeDelay, boolean unhandledTypeFails, int fetchBatch, int maxPrefetch, int maxRecoveries,
        int attemptHistory, boolean statistics, Duration healthCheckInterval,
        Consumer<Optional<BrokerException>> healthCheck, TaskListener listener, ThreadFactory threads,
        Map<String, Integer> shards) {

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public WorkerConfig {
        requirePositive("task check interval", taskCheckInterval);
        requirePositive("heartbeat interval", heartbeatInterval);
        requirePositive("delayed task check interval", delayedTaskCheckInterval);
        requirePositive("recovery interval", recoveryInterval);
        requirePositive("janitor interval", janitorInterval);
        requirePositive("unhandled type delay", unhandledTypeDelay);
        requirePositive("health check interval", healthCheckInterval);
        if (heartbeatInterval.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException(
                    "heartbeat interval must be at most 10 s, a third of the lease: " + heartbeatInterval);
        }
        requireRange("fetch batch", fetchBatch, 1, 1000);
        requireRange("max prefetch", maxPrefetch, 0, 500);
        requireRange("max recoveries", maxRecoveries, 0, Integer.MAX_VALUE);
        requireRange("attempt history", attemptHistory, 0, 100);
        Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(threads, "threads");
        shards = Map.copyOf(shards);
        shards.values().forEach(Shards::require);
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

    /** @return a builder with the defaults */
    public static Builder builder() {
        return new Builder();
    }

    /** The settings with their defaults. Each setter returns this builder; {@link #build()} checks the values. */
    public static final class Builder {
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
        private Consumer<Optional<BrokerException>> healthCheck;
        private TaskListener listener = TaskListener.NONE;
        private ThreadFactory threads = work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        };

        private final Map<String, Integer> shards = new HashMap<>();

        private Builder() {}

        /**
         * Distributes a queue over several queues, its shards, which may be on different nodes of a Redis Cluster: {@code
         * name}, {@code name~1} and so on. The worker consumes all of them, and those that Redis has on record, with the
         * priority of the queue for all together. A number above that on record is recorded when the worker is created; for
         * that it waits for Redis. Shards that are added later are consumed within 10 s, also of queues that are not given
         * here. Default: each queue has one shard.
         *
         * @param queue the queue; ignored if no channel consumes it
         * @param count the number of shards, from 1 to 64
         */
        public Builder shards(String queue, int count) {
            shards.put(queue, count);
            return this;
        }

        /** Whether a queue is served only while all queues of higher priority are empty. Default: false. */
        public Builder strictPriority(boolean strict) {
            this.strictPriority = strict;
            return this;
        }

        /** How often an idle worker polls a queue whose changes are not notified. Default: 1 s. */
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
         * How often the worker looks for tasks that other processes have scheduled and that are due before the next
         * known one, while changes are not notified. Default: 1 s.
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
         * Leaves tasks without a handler to other workers: a task at the head of its queue is postponed after this
         * delay, by the same delay and without using a retry. This is the default, with 30 s.
         */
        public Builder returnUnhandledTypesAfter(Duration delay) {
            this.unhandledTypeDelay = delay;
            this.unhandledTypeFails = false;
            return this;
        }

        /** Fails tasks without a handler, as asynq does. */
        public Builder failUnhandledTypes() {
            this.unhandledTypeFails = true;
            return this;
        }

        /** Maximum number of tasks per fetch, from 1 to 1000. Default: 128. */
        public Builder fetchBatch(int tasks) {
            this.fetchBatch = tasks;
            return this;
        }

        /**
         * Maximum number of tasks a channel holds for lanes that are not free yet, from 0 (none) to 500; at most those
         * its lanes are expected to start within 2 ms. Default: 128.
         */
        public Builder maxPrefetch(int tasks) {
            this.maxPrefetch = tasks;
            return this;
        }

        /** How often a task is retried because its worker died; after that it is archived. 0: no limit. Default: 3. */
        public Builder maxRecoveries(int times) {
            this.maxRecoveries = times;
            return this;
        }

        /**
         * How many of its last attempts are recorded with a task that is kept, from 0 (none) to 100: when it is retried,
         * archived, requeued, or completed with a retention. Default: 10.
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
         * How often Redis is checked, if {@link #healthCheck} is set; the first time after one interval. Default: 15 s.
         */
        public Builder healthCheckInterval(Duration interval) {
            this.healthCheckInterval = interval;
            return this;
        }

        /**
         * Receives the error of each check of Redis, or empty after a successful one. Default: {@code null}, no checks.
         */
        public Builder healthCheck(Consumer<Optional<BrokerException>> callback) {
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
            return new WorkerConfig(strictPriority, taskCheckInterval, heartbeatInterval, delayedTaskCheckInterval,
                    recoveryInterval, janitorInterval, unhandledTypeDelay, unhandledTypeFails, fetchBatch,
                    maxPrefetch, maxRecoveries, attemptHistory, statistics, healthCheckInterval, healthCheck, listener,
                    threads, shards);
        }
    }
}
