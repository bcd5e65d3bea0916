package io.github.asynqee.schedule;

import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.broker.PeriodicTicks;
import io.github.asynqee.broker.PeriodicTicks.Answer;
import io.github.asynqee.broker.PeriodicTicks.Entry;
import io.github.asynqee.broker.PeriodicTicks.Result;
import io.github.asynqee.broker.UnknownOutcomeException;
import io.github.asynqee.client.ComposedTask;
import io.github.asynqee.client.DuplicateTaskException;
import io.github.asynqee.client.TaskIdConflictException;
import io.github.asynqee.task.Task;
import io.github.asynqee.task.TaskInfo;

/** Enqueues tasks of an entry by hand; its ticks go on as if nothing had happened. */
final class OutOfTurn {

    private final Entry entry;
    private final NodeParts node;
    private final EntryPublication publication;

    OutOfTurn(Entry entry, NodeParts node, EntryPublication publication) {
        this.entry = entry;
        this.node = node;
        this.publication = publication;
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
        publication.expect(composed.info());
        Answer answer = store(composed);
        String which = "task " + composed.info().id() + " of " + task;
        if (answer.result() == Result.FIRED) {
            publication.settle(task.name(), answer.state());
        }
        publication.forget(composed.info());
        if (answer.result() == Result.DUPLICATE) {
            throw new DuplicateTaskException("task already exists: " + which);
        }
        if (answer.result() == Result.ID_TAKEN) {
            throw new TaskIdConflictException("task ID conflicts with another task: " + which);
        }
        return Optional.of(composed.info());
    }

    /** Twice, if it cannot be known whether the first attempt has succeeded: the second one finds out. */
    private Answer store(ComposedTask composed) {
        PeriodicTicks shared = node.broker().periodicTicks();
        try {
            return shared.runNow(entry, node.id(), composed.stored());
        } catch (UnknownOutcomeException e) {
            return shared.runNow(entry, node.id(), composed.stored());
        }
    }
}
