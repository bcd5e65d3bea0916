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

import io.github.asynqee.BrokerException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.TaskComposer;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;

/**
 * Enqueues periodic tasks. Any number of nodes may run the same entries: each tick is enqueued once, by whoever comes
 * first, and Redis remembers that. There is no leader to be waited for. Entries and their history are seen by asynq's
 * tools (protocol section 8).
 *
 * <p>{@link #runOnce()} does what is due; {@link SchedulerThread} calls it in time. Thread-safe.
 */
public final class PeriodicScheduler {

    /** By how much a tick may be late in any case: after a restart, a fail-over, or with a slow payload source. */
    public static final Duration TOLERANCE = Duration.ofSeconds(30);
    /** How many missed ticks of an entry are made up at most, the newest. */
    public static final int MOST_MISSED = 1_000;

    static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(PeriodicScheduler.class.getName());
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final Broker broker;
    private final SchedulerContext node;
    private final Map<String, CronEntry> entries = new LinkedHashMap<>();
    private volatile Runnable alarm = () -> {
    };
    private boolean failing;

    private PeriodicScheduler(Builder builder) {
        this.broker = builder.broker;
        this.node = new SchedulerContext(broker, UUID.randomUUID().toString(), builder.encoder,
                new TaskComposer(broker.clock(), () -> UUID.randomUUID().toString(), builder.encoder),
                builder.producers, builder.listener, () -> alarm.run());
    }

    /**
     * A builder of a scheduler.
     *
     * @param broker where tasks go; its clock counts. Not closed by the scheduler
     * @return the builder
     */
    public static Builder builder(Broker broker) {
        return new Builder(broker);
    }

    /** What is to happen when something is due earlier than {@link #runOnce()} has said. */
    void onChange(Runnable wake) {
        this.alarm = wake;
    }

    /**
     * Adds a periodic task, or changes the one of that name.
     *
     * @param task the periodic task
     * @throws InvalidTaskException if it could never be enqueued
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
        withdraw(replaced);
        alarm.run();
    }

    /** Whether a periodic task can be enqueued at all. */
    void check(PeriodicTask task) {
        try {
            node.composer().compose(task.task());
        } catch (InvalidTaskException e) {
            throw new InvalidTaskException(task + " cannot be enqueued: " + e.getMessage());
        }
    }

    /**
     * Removes a periodic task: its entry and, after a few minutes, its state, but not its history. Another node that still
     * has it goes on, and keeps a pause.
     *
     * @param name its name
     * @return whether there was one
     */
    public boolean remove(String name) {
        CronEntry removed;
        synchronized (entries) {
            removed = entries.remove(name);
        }
        withdraw(removed);
        return removed != null;
    }

    private static void withdraw(CronEntry entry) {
        if (entry != null) {
            try {
                entry.withdraw();
            } catch (BrokerException e) {
                LOG.log(Level.WARNING, "{0} could not be taken out of Redis, where it expires by itself: {1}",
                        entry.task(), e.getMessage());
            }
        }
    }

    /** @return all entries; Redis is not asked */
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
     * Lets the ticks of an entry pass without a task, on all nodes and through restarts, until it is resumed.
     *
     * @param name the entry's name
     * @throws NoSuchElementException if there is none of that name
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    public void pause(String name) {
        entry(name).pause();
    }

    /**
     * Ends a pause on all nodes. What was due meanwhile is not made up.
     *
     * @param name the entry's name
     * @throws NoSuchElementException if there is none of that name
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    public void resume(String name) {
        entry(name).resume();
    }

    /**
     * Enqueues a task of an entry now, also if it is paused. Its ticks go on as if nothing had happened.
     *
     * @param name the entry's name
     * @return the task; empty if the entry's payload source has none
     * @throws NoSuchElementException if there is none of that name
     * @throws io.github.asynqee.DuplicateTaskException if it is unique and another task holds the lock
     * @throws BrokerException if Redis cannot be reached or refuses
     * @throws Exception if the payload source fails
     */
    public Optional<TaskInfo> runNow(String name) throws Exception {
        return entry(name).runNow();
    }

    /**
     * Deals with everything that is due. What fails for one entry does not harm those of other queues.
     *
     * @return when to call again at the latest, by the broker's clock
     */
    public Instant runOnce() {
        Set<String> failed = new HashSet<>();
        BrokerException failure = null;
        Instant again = broker.clock().instant().plus(SIGN_OF_LIFE);
        try {
            broker.synchronizeClock();
            again = broker.clock().instant().plus(SIGN_OF_LIFE);
            for (CronEntry entry : all()) {
                if (!failed.contains(entry.task().queue())) {
                    try {
                        again = earlier(again, entry.runOnce());
                    } catch (BrokerException e) {
                        failed.add(entry.task().queue());
                        failure = e;
                    } catch (RuntimeException | Error e) {
                        LOG.log(Level.ERROR, entry.task() + " failed", e);
                        again = earlier(again, broker.clock().instant().plus(AFTER_FAILURE));
                    }
                }
            }
        } catch (BrokerException e) {
            failure = e;
        }
        report(failure);
        return failure == null ? again : broker.clock().instant().plus(AFTER_FAILURE);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private void report(BrokerException failure) {
        if (failure != null) {
            LOG.log(failing ? Level.DEBUG : Level.WARNING, "periodic tasks wait for Redis: {0}", failure.getMessage());
        } else if (failing) {
            LOG.log(Level.INFO, "periodic tasks are enqueued again");
        }
        failing = failure != null;
    }

    /** Sets up a scheduler. */
    public static final class Builder {
        private final Broker broker;
        private PayloadEncoder encoder = PayloadEncoder.bytesAndText();
        private Executor producers = Runnable::run;
        private TaskListener listener = TaskListener.NONE;

        private Builder(Broker broker) {
            this.broker = Objects.requireNonNull(broker, "broker");
        }

        /**
         * Sets how payloads become bytes; default: bytes as they are, text as UTF-8.
         *
         * @param payloads the encoder
         * @return this
         */
        public Builder encoder(PayloadEncoder payloads) {
            this.encoder = Objects.requireNonNull(payloads, "encoder");
            return this;
        }

        /**
         * Sets what runs payload sources, so that a slow one does not hold up other entries; default: the thread that
         * calls {@link PeriodicScheduler#runOnce()}.
         *
         * @param executor runs them
         * @return this
         */
        public Builder producers(Executor executor) {
            this.producers = Objects.requireNonNull(executor, "producers");
            return this;
        }

        /**
         * Sets who is told of tasks this scheduler has enqueued; default nobody.
         *
         * @param taskListener is told
         * @return this
         */
        public Builder listener(TaskListener taskListener) {
            this.listener = Objects.requireNonNull(taskListener, "listener");
            return this;
        }

        /**
         * Builds the scheduler. Redis need not be there yet.
         *
         * @return the scheduler, without entries
         */
        public PeriodicScheduler build() {
            return new PeriodicScheduler(this);
        }
    }
}
