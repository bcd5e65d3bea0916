package io.github.asynqee.internal.cron;

import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.AmbiguousResultException;

/** Enqueues a task of an entry on request; its ticks are not affected. */
public final class ManualRun {

    private final Entry entry;
    private final SchedulerContext node;
    private final EntryPublisher publisher;

    ManualRun(Entry entry, SchedulerContext node, EntryPublisher publisher) {
        this.entry = entry;
        this.node = node;
        this.publisher = publisher;
    }

    /** Enqueues a task now; empty if the payload source has none. */
    Optional<TaskInfo> enqueue(PeriodicTask task) throws Exception {
        Optional<ComposedTask> composed = compose(task, UUID.randomUUID().toString(), node);
        if (composed.isEmpty()) {
            return Optional.empty();
        }
        TaskInfo info = composed.get().info();
        publisher.expect(info);
        try {
            Answer answer = store(node.broker().cronCommands(), entry, node.id(), composed.get());
            requireStored(answer.result(), "task " + info.id() + " of " + task);
            publisher.recordFired(task.name(), answer.state());
        } finally {
            publisher.forget(info);
        }
        return Optional.of(info);
    }

    /** Composes a task with a payload produced now; empty if the payload source has none. */
    static Optional<ComposedTask> compose(PeriodicTask task, String id, SchedulerContext node) throws Exception {
        Task<?> what = task.task();
        if (task.source() != null) {
            Object payload = task.source().produce(node.clock().instant());
            if (payload == null) {
                return Optional.empty();
            }
            what = task.with(payload);
        }
        return Optional.of(node.composer().compose(what.id(id)));
    }

    /** Stores a task; a second attempt resolves an ambiguous result of the first. */
    public static Answer store(CronCommands commands, Entry entry, String node, ComposedTask composed) {
        try {
            return commands.runNow(entry, node, composed.stored());
        } catch (AmbiguousResultException e) {
            return commands.runNow(entry, node, composed.stored());
        }
    }

    /** Throws the producer's exception if a task was not stored. */
    public static void requireStored(Result result, String which) {
        if (result == Result.DUPLICATE) {
            throw new DuplicateTaskException(StoreResult.Duplicate.MESSAGE + which);
        }
        if (result == Result.ID_TAKEN) {
            throw new TaskIdConflictException(StoreResult.IdTaken.MESSAGE + which);
        }
    }
}
