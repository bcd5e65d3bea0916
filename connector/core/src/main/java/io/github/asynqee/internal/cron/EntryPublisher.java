package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.BrokerException;

/**
 * Publishes an entry: to asynq's tools, which see it once for all nodes, and its firings to this node's listener.
 */
public final class EntryPublisher {

    /**
     * Age of a firing from which every node records it in the history. Before that, only the node that enqueued the
     * task does.
     */
    static final Duration RECORDED_BY_OTHERS = Duration.ofSeconds(10);

    /** Age at which a task whose enqueueing failed is given up. */
    static final Duration EXPECTED = Duration.ofMinutes(1);

    private static final Logger LOG = System.getLogger(EntryPublisher.class.getName());
    private static final Duration TTL = SchedulerContext.JOIN_INTERVAL.multipliedBy(2);
    /** Go's zero time: no next tick. */
    public static final Instant NEVER = Instant.ofEpochSecond(-62_135_596_800L);

    private final Entry entry;
    private final SchedulerContext node;
    /**
     * Tasks this node has tried to enqueue whose event is not emitted yet. Another node may have enqueued the same ID.
     */
    private final Map<String, Expected> expected = new ConcurrentHashMap<>();

    private record Expected(TaskInfo info, Instant since) {}

    private final FailureLog failures = new FailureLog(LOG);

    EntryPublisher(Entry entry, SchedulerContext node) {
        this.entry = entry;
        this.node = node;
    }

    /**
     * The scheduler ID under which an entry is published, the same on all nodes. It differs from the IDs of Go
     * schedulers, which contain a process ID.
     */
    public static String schedulerId(String entryId) {
        return "periodic:0:" + entryId;
    }

    void publish(PeriodicTask task, Instant next, Instant fired) {
        byte[] payload = task.source() == null ? node.encoder().encode(task.task().payload()) : null;
        SchedulerEntry published = new SchedulerEntry(entry.id(), task.spec().text(), task.task().type(),
                payload == null ? new byte[0] : payload, OptionStrings.of(task.task().options()),
                next == null ? NEVER : next, fired);
        attempt(() -> node.broker().schedulers().write(schedulerId(entry.id()), List.of(published), TTL));
    }

    /**
     * Runs a write and logs its failure. Published data may be on another node of Redis, whose outage must not delay
     * ticks.
     */
    private void attempt(Runnable write) {
        try {
            write.run();
            failures.succeeded(this);
        } catch (BrokerException e) {
            failures.failed(this, e, () -> "data of periodic entry " + entry.id()
                    + " for monitoring tools cannot be written and is retried: " + e.getMessage());
        }
    }

    void remove() {
        node.broker().schedulers().clear(schedulerId(entry.id()));
    }

    /** A task is about to be enqueued. */
    void expect(TaskInfo info) {
        Instant now = node.clock().instant();
        // for these tasks the reply was lost, and the task was not stored
        expected.values().removeIf(task -> task.since().isBefore(now.minus(EXPECTED)));
        expected.put(info.id(), new Expected(info, now));
    }

    /** The event of a task is emitted, or the task was not enqueued. */
    void forget(TaskInfo info) {
        expected.remove(info.id());
    }

    /**
     * Records ticks in the history, including ticks of nodes that died before they could, and emits this node's events.
     */
    void recordFired(String name, State state) {
        Instant now = node.clock().instant();
        Instant old = now.minus(RECORDED_BY_OTHERS);
        for (Firing firing : state.unrecorded()) {
            Expected task = expected.remove(firing.taskId());
            boolean isOurs = firing.node().equals(node.id());
            if (task != null && isOurs) {
                emit(new PeriodicTaskEnqueued(task.info(), firing.at(), name, firing.tick()));
            }
            if (isOurs || firing.at().isBefore(old)) {
                attempt(() -> {
                    node.broker().schedulers().record(entry.id(),
                            new SchedulerEnqueueEvent(firing.taskId(), firing.at()));
                    node.broker().cronCommands().recorded(entry, firing.taskId());
                });
            }
        }
    }

    private void emit(TaskEvent event) {
        try {
            node.listener().on(event);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the listener failed for " + event, e);
        }
    }
}
