package io.github.asynqee.internal.cron;

import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.AmbiguousResultException;
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

/** Enqueues a task of an entry on request; its ticks are not affected. */
final class ManualRun {

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
        Task<?> what = task.task();
        if (task.source() != null) {
            Object payload = task.source().produce(node.clock().instant());
            if (payload == null) {
                return Optional.empty();
            }
            what = task.with(payload);
        }
        ComposedTask composed = node.composer().compose(what.id(UUID.randomUUID().toString()));
        publisher.expect(composed.info());
        Answer answer = store(composed);
        String which = "task " + composed.info().id() + " of " + task;
        if (answer.result() == Result.FIRED) {
            publisher.settle(task.name(), answer.state());
        }
        publisher.forget(composed.info());
        if (answer.result() == Result.DUPLICATE) {
            throw new DuplicateTaskException(StoreResult.Duplicate.MESSAGE + which);
        }
        if (answer.result() == Result.ID_TAKEN) {
            throw new TaskIdConflictException(StoreResult.IdTaken.MESSAGE + which);
        }
        return Optional.of(composed.info());
    }

    /** Stores a task; a second attempt resolves an ambiguous result of the first. */
    private Answer store(ComposedTask composed) {
        CronCommands commands = node.broker().cronCommands();
        try {
            return commands.runNow(entry, node.id(), composed.stored());
        } catch (AmbiguousResultException e) {
            return commands.runNow(entry, node.id(), composed.stored());
        }
    }
}
