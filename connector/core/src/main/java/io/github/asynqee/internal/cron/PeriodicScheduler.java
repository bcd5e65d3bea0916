package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.TaskComposer;
import io.github.asynqee.internal.feature.NodeWork;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.BrokerException;

/**
 * Enqueues periodic tasks. Any number of nodes may run the same entries: each tick is enqueued once, by the first node
 * that claims it in Redis; there is no leader. Entries and their history are visible to asynq's tools (protocol section
 * 8).
 *
 * <p>{@link #runOnce()} processes due ticks; {@link #start} runs it on a thread. Thread-safe.
 */
public final class PeriodicScheduler {

    private static final Logger LOG = System.getLogger(PeriodicScheduler.class.getName());
    private static final Predicate<String> ALL = queue -> true;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final Broker broker;
    private final SchedulerContext node;
    private final Map<String, CronEntry> entries = new LinkedHashMap<>();
    private final FailureLog failures = new FailureLog(LOG);
    /** Wakes the threads. */
    private volatile Runnable wake = () -> {};

    private PeriodicScheduler(Builder builder) {
        this.broker = builder.broker;
        this.node = new SchedulerContext(broker, UUID.randomUUID().toString(), builder.encoder,
                new TaskComposer(broker.clock(), () -> UUID.randomUUID().toString(), builder.encoder),
                builder.payloadExecutor, builder.listener, () -> wake.run());
    }

    /**
     * A builder of a scheduler.
     *
     * @param broker the Redis; its clock counts. Not closed by the scheduler
     * @return the builder
     */
    public static Builder builder(Broker broker) {
        return new Builder(broker);
    }

    /**
     * Starts a thread that runs the scheduler whenever a tick is due.
     *
     * @param threads makes the thread
     * @return the thread, to be stopped by the caller
     */
    public PeriodicThread start(ThreadFactory threads) {
        NodeWork<PeriodicJob> work = new NodeWork<>(broker.workerCommands(), "asynq-periodic", AFTER_FAILURE, threads,
                isServed -> () -> Duration.between(broker.clock().instant(), runOnce(isServed)).plusMillis(1));
        wake = work::wake;
        PeriodicThread thread = work.thread();
        thread.start();
        return thread;
    }

    /**
     * Adds a periodic task, or replaces the periodic task with this name.
     *
     * @param task the periodic task
     * @throws InvalidTaskException if its task is invalid
     */
    public void put(PeriodicTask task) {
        check(task);
        CronEntry replaced = null;
        synchronized (entries) {
            CronEntry present = entries.get(task.name());
            if (present != null && present.task().entryId().equals(task.entryId())) {
                if (present.task().spec().text().equals(task.spec().text())) {
                    present.change(task);
                    return;
                }
            } else {
                replaced = present;
            }
            entries.put(task.name(), new CronEntry(task, node));
        }
        removeFromRedis(replaced);
        wake.run();
    }

    /** Checks that a periodic task can be enqueued. */
    void check(PeriodicTask task) {
        try {
            node.composer().compose(task.task());
        } catch (InvalidTaskException e) {
            throw new InvalidTaskException(task + " cannot be enqueued: " + e.getMessage());
        }
    }

    /**
     * Removes a periodic task: its entry and, after a few minutes, its state, but not its history. Other nodes that
     * have it continue and keep a pause.
     *
     * @param name its name
     * @return whether there was one
     */
    public boolean remove(String name) {
        CronEntry removed;
        synchronized (entries) {
            removed = entries.remove(name);
        }
        removeFromRedis(removed);
        return removed != null;
    }

    private static void removeFromRedis(CronEntry entry) {
        if (entry != null) {
            try {
                entry.remove();
            } catch (BrokerException e) {
                LOG.log(Level.WARNING, "{0} cannot be removed from Redis, where it expires: {1}",
                        entry.task(), e.getMessage());
            }
        }
    }

    /** @return all entries, as last read from Redis */
    public List<PeriodicEntry> entries() {
        return all().stream().map(CronEntry::info).toList();
    }

    private List<CronEntry> all() {
        synchronized (entries) {
            return List.copyOf(entries.values());
        }
    }

    private CronEntry entry(String name) {
        synchronized (entries) {
            CronEntry entry = entries.get(name);
            if (entry == null) {
                throw new NoSuchElementException(
                        "there is no periodic task \"" + name + "\"; there are " + entries.keySet());
            }
            return entry;
        }
    }

    /**
     * Pauses an entry on all nodes, across restarts, until it is resumed: its ticks are skipped.
     *
     * @param name the entry's name
     * @throws NoSuchElementException if no entry has this name
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    public void pause(String name) {
        entry(name).pause();
    }

    /**
     * Ends a pause on all nodes. Ticks skipped during the pause are not caught up.
     *
     * @param name the entry's name
     * @throws NoSuchElementException if no entry has this name
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    public void resume(String name) {
        entry(name).resume();
    }

    /**
     * Enqueues a task of an entry now, even if the entry is paused. Its ticks are not affected.
     *
     * @param name the entry's name
     * @return the task; empty if the entry's payload source has none
     * @throws NoSuchElementException if no entry has this name
     * @throws io.github.asynqee.DuplicateTaskException if the task is unique and another task holds the lock
     * @throws BrokerException if Redis cannot be reached or refuses
     * @throws Exception if the payload source fails
     */
    public Optional<TaskInfo> runNow(String name) throws Exception {
        return entry(name).runNow();
    }

    /**
     * Processes all ticks that are due. A failure of one entry does not affect entries of other queues.
     *
     * @return latest time of the next call, by the broker's clock
     */
    public Instant runOnce() {
        return runOnce(ALL);
    }

    private Instant runOnce(Predicate<String> isServed) {
        Set<String> failed = new HashSet<>();
        BrokerException failure = null;
        Instant again = broker.clock().instant().plus(SchedulerContext.JOIN_INTERVAL);
        try {
            broker.synchronizeClock();
            again = broker.clock().instant().plus(SchedulerContext.JOIN_INTERVAL);
            for (CronEntry entry : all()) {
                if (!failed.contains(entry.task().queue()) && isServed.test(entry.task().queue())) {
                    try {
                        again = earlier(again, entry.runOnce());
                    } catch (BrokerException e) {
                        failed.add(entry.task().queue());
                        failure = e;
                    } catch (RuntimeException | Error e) {
                        LOG.log(Level.ERROR, entry.task() + " failed and is retried", e);
                        again = earlier(again, broker.clock().instant().plus(AFTER_FAILURE));
                    }
                }
            }
        } catch (BrokerException e) {
            failure = e;
        }
        report(isServed, failure);
        return failure == null ? again : broker.clock().instant().plus(AFTER_FAILURE);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private void report(Predicate<String> isServed, BrokerException failure) {
        if (failure != null) {
            failures.failed(isServed, failure,
                    () -> "periodic tasks are not enqueued and are retried: " + failure.getMessage());
        } else {
            failures.succeeded(isServed);
        }
    }

    /** Builds a scheduler. */
    public static final class Builder {
        private final Broker broker;
        private PayloadEncoder encoder = PayloadEncoder.bytesAndText();
        private Executor payloadExecutor = Runnable::run;
        private TaskListener listener = TaskListener.NONE;

        private Builder(Broker broker) {
            this.broker = Objects.requireNonNull(broker, "broker");
        }

        /**
         * Sets the encoder of payloads; default: bytes unchanged, text as UTF-8.
         *
         * @param payloads the encoder
         * @return this
         */
        public Builder encoder(PayloadEncoder payloads) {
            this.encoder = Objects.requireNonNull(payloads, "encoder");
            return this;
        }

        /**
         * Sets the executor of payload sources, so that a slow one does not delay other entries; default: the thread
         * that calls {@link PeriodicScheduler#runOnce()}.
         *
         * @param executor runs payload sources
         * @return this
         */
        public Builder payloadExecutor(Executor executor) {
            this.payloadExecutor = Objects.requireNonNull(executor, "executor");
            return this;
        }

        /**
         * Sets the listener of tasks that this scheduler has enqueued; default none.
         *
         * @param taskListener receives the events
         * @return this
         */
        public Builder listener(TaskListener taskListener) {
            this.listener = Objects.requireNonNull(taskListener, "listener");
            return this;
        }

        /**
         * Builds the scheduler. Redis need not be reachable yet.
         *
         * @return the scheduler, without entries
         */
        public PeriodicScheduler build() {
            return new PeriodicScheduler(this);
        }
    }
}
