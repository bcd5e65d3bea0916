package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.BrokerException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.periodic.PeriodicTask;

/**
 * Tells the world about an entry: asynq's tools, which see it once however many nodes run it, and this node's listener.
 */
final class EntryPublisher {

    /** After how long a firing is put into the history by others than the node that has enqueued. */
    static final Duration LEFT_TO_ITS_NODE = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(EntryPublisher.class.getName());
    private static final Duration LIFE = PeriodicScheduler.SIGN_OF_LIFE.multipliedBy(2);
    /** How Go writes that a time never comes. */
    private static final Instant NEVER = Instant.ofEpochSecond(-62_135_596_800L);

    private final Entry entry;
    private final SchedulerContext node;
    /** Tasks this node has tried to enqueue and not told of. Another node may have enqueued one of the same ID. */
    private final Map<String, TaskInfo> expected = new ConcurrentHashMap<>();

    private volatile boolean failing;

    EntryPublisher(Entry entry, SchedulerContext node) {
        this.entry = entry;
        this.node = node;
    }

    /** The same on all nodes, and different from those of Go schedulers, which have a host. */
    private String schedulerId() {
        return "periodic:0:" + entry.id();
    }

    void publish(PeriodicTask task, Instant next, Instant fired) {
        byte[] payload = task.source() == null ? node.encoder().encode(task.task().payload()) : null;
        SchedulerEntry published = new SchedulerEntry(entry.id(), task.spec().text(), task.task().type(),
                payload == null ? new byte[0] : payload, OptionStrings.of(task.task().options()),
                next == null ? NEVER : next, fired);
        attempt(() -> node.broker().schedulers().write(schedulerId(), List.of(published), LIFE));
    }

    /** What tools see may be on another node of Redis; that it is away must not keep tasks from being enqueued. */
    private void attempt(Runnable telling) {
        try {
            telling.run();
            failing = false;
        } catch (BrokerException e) {
            LOG.log(failing ? Level.DEBUG : Level.WARNING,
                    "what tools see of periodic entry {0} could not be written: {1}", entry.id(), e.getMessage());
            failing = true;
        }
    }

    void withdraw() {
        node.broker().schedulers().clear(schedulerId());
    }

    /** A task is about to be enqueued. */
    void expect(TaskInfo info) {
        expected.put(info.id(), info);
    }

    /** A task has been told of, or was not enqueued. */
    void forget(TaskInfo info) {
        expected.remove(info.id());
    }

    /** Puts what was enqueued into the history, also for nodes that did not live to do it. */
    void settle(String name, State state) {
        Instant old = node.clock().instant().minus(LEFT_TO_ITS_NODE);
        for (Firing firing : state.unrecorded()) {
            TaskInfo info = expected.remove(firing.taskId());
            boolean isOurs = firing.node().equals(node.id());
            if (info != null && isOurs) {
                tell(new PeriodicTaskEnqueued(info, firing.at(), name, firing.tick()));
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

    private void tell(TaskEvent event) {
        try {
            node.listener().on(event);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "a listener failed at " + event, e);
        }
    }
}
