package io.github.asynqee.worker;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.BrokerException;
import io.github.asynqee.event.TaskListener;

/**
 * How a worker works; built with {@link #builder()}, with asynq's defaults.
 *
 * @param strictPriority whether a queue waits until all queues of higher priority are empty; default false
 * @param taskCheckInterval how often an idle worker asks a queue for tasks while its changes are not heard; default
 *        1 s
 * @param heartbeatInterval how often leases are extended, and how often is published what the worker does; default 5 s,
 *        at most a third of the lease
 * @param delayedTaskCheckInterval while changes are not heard, after how long it is found at the latest that another
 *        process has scheduled a task that is due before those known so far; default 1 s
 * @param recoveryInterval how often tasks are looked for whose worker is gone; default 60 s
 * @param janitorInterval how often completed tasks are deleted whose retention has ended; default 8 s
 * @param unhandledTypeDelay how long a task without a handler may stand at the head of its queue until it is put aside, for
 *        as long and at no cost; default 30 s
 * @param unhandledTypeFails whether a task without a handler fails instead, as asynq does; default false
 * @param fetchBatch how many tasks one fetch takes at most; default 128
 * @param maxPrefetch how many tasks a channel may hold at most before lanes are free for them: only as many as its lanes
 *        are expected to start within 2 ms; default 128, none if 0
 * @param maxRecoveries how often a task is tried again because its worker went away, then it is archived; default 3, 0 for
 *        any number
 * @param healthCheckInterval how often Redis is asked how it is, if {@code healthCheck} is set; default 15 s
 * @param healthCheck gets the error, or nothing if Redis is well; {@code null}, the default, if nobody wants to know
 * @param listener is told what happens to tasks; default {@link TaskListener#NONE}
 * @param threads makes the worker's own threads; default daemon threads
 */
public record WorkerConfig(boolean strictPriority, Duration taskCheckInterval, Duration heartbeatInterval,
        Duration delayedTaskCheckInterval, Duration recoveryInterval, Duration janitorInterval,
        Duration unhandledTypeDelay, boolean unhandledTypeFails, int fetchBatch, int maxPrefetch, int maxRecoveries,
        Duration healthCheckInterval, Consumer<Optional<BrokerException>> healthCheck, TaskListener listener,
        ThreadFactory threads) {

    /**
     * Checks the configuration.
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
        if (fetchBatch < 1 || fetchBatch > 1000) {
            throw new IllegalArgumentException("fetch batch must be from 1 to 1000: " + fetchBatch);
        }
        if (maxPrefetch < 0 || maxPrefetch > 500) {
            throw new IllegalArgumentException("max prefetch must be from 0 to 500: " + maxPrefetch);
        }
        if (maxRecoveries < 0) {
            throw new IllegalArgumentException("max recoveries must be at least 0: " + maxRecoveries);
        }
        Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(threads, "threads");
    }

    private static void requirePositive(String what, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive: " + duration);
        }
    }

    /**
     * A builder with the defaults.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Sets values one by one. */
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
        private Duration healthCheckInterval = Duration.ofSeconds(15);
        private Consumer<Optional<BrokerException>> healthCheck;
        private TaskListener listener = TaskListener.NONE;
        private ThreadFactory threads = work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        };

        private Builder() {}

        /**
         * Sets whether priorities are strict.
         *
         * @param strict whether a queue waits until all queues of higher priority are empty
         * @return this
         */
        public Builder strictPriority(boolean strict) {
            this.strictPriority = strict;
            return this;
        }

        /**
         * Sets how often a queue is asked for tasks while its changes are not heard.
         *
         * @param interval the interval
         * @return this
         */
        public Builder taskCheckInterval(Duration interval) {
            this.taskCheckInterval = interval;
            return this;
        }

        /**
         * Sets how often leases are extended and the worker's state is published.
         *
         * @param interval at most 10 s
         * @return this
         */
        public Builder heartbeatInterval(Duration interval) {
            this.heartbeatInterval = interval;
            return this;
        }

        /**
         * Sets how soon it is found, while changes are not heard, that another process has scheduled a task at short
         * notice.
         *
         * @param interval the longest time
         * @return this
         */
        public Builder delayedTaskCheckInterval(Duration interval) {
            this.delayedTaskCheckInterval = interval;
            return this;
        }

        /**
         * Sets how often tasks are looked for whose worker is gone.
         *
         * @param interval the interval
         * @return this
         */
        public Builder recoveryInterval(Duration interval) {
            this.recoveryInterval = interval;
            return this;
        }

        /**
         * Sets how often completed tasks are deleted whose retention has ended.
         *
         * @param interval the interval
         * @return this
         */
        public Builder janitorInterval(Duration interval) {
            this.janitorInterval = interval;
            return this;
        }

        /**
         * Leaves tasks without a handler to other workers.
         *
         * @param delay how long one may stand at the head of its queue until it is put aside, for as long and at no cost
         * @return this
         */
        public Builder returnUnhandledTypesAfter(Duration delay) {
            this.unhandledTypeDelay = delay;
            this.unhandledTypeFails = false;
            return this;
        }

        /**
         * Lets tasks without a handler fail, as asynq does.
         *
         * @return this
         */
        public Builder failUnhandledTypes() {
            this.unhandledTypeFails = true;
            return this;
        }

        /**
         * Sets how many tasks one fetch takes at most.
         *
         * @param tasks from 1 to 1000
         * @return this
         */
        public Builder fetchBatch(int tasks) {
            this.fetchBatch = tasks;
            return this;
        }

        /**
         * Sets how many tasks a channel may hold before lanes are free for them.
         *
         * @param tasks from 0 to 500
         * @return this
         */
        public Builder maxPrefetch(int tasks) {
            this.maxPrefetch = tasks;
            return this;
        }

        /**
         * Sets how often a task is tried again because its worker went away.
         *
         * @param times then it is archived; 0 for any number
         * @return this
         */
        public Builder maxRecoveries(int times) {
            this.maxRecoveries = times;
            return this;
        }

        /**
         * Sets how often Redis is asked how it is, if anybody wants to know.
         *
         * @param interval the interval; the first time comes after one
         * @return this
         */
        public Builder healthCheckInterval(Duration interval) {
            this.healthCheckInterval = interval;
            return this;
        }

        /**
         * Sets who wants to know how Redis is.
         *
         * @param callback gets the error, or nothing if Redis is well
         * @return this
         */
        public Builder healthCheck(Consumer<Optional<BrokerException>> callback) {
            this.healthCheck = callback;
            return this;
        }

        /**
         * Sets who is told what happens to tasks.
         *
         * @param taskListener the listener
         * @return this
         */
        public Builder listener(TaskListener taskListener) {
            this.listener = taskListener;
            return this;
        }

        /**
         * Sets where the worker's own threads come from.
         *
         * @param factory makes platform threads
         * @return this
         */
        public Builder threads(ThreadFactory factory) {
            this.threads = factory;
            return this;
        }

        /**
         * Checks and builds the configuration.
         *
         * @return the configuration
         * @throws IllegalArgumentException if a value is out of range
         */
        public WorkerConfig build() {
            return new WorkerConfig(strictPriority, taskCheckInterval, heartbeatInterval, delayedTaskCheckInterval,
                    recoveryInterval, janitorInterval, unhandledTypeDelay, unhandledTypeFails, fetchBatch,
                    maxPrefetch, maxRecoveries, healthCheckInterval, healthCheck, listener, threads);
        }
    }
}
