package io.github.asynqee.internal.client;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueUnconfirmedException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/** Converts the result of storing a task to the producer's exception. */
final class EnqueueErrors {

    private EnqueueErrors() {}

    /** The exception for a task whose queue's shards could not be read from Redis. */
    static EnqueueException notEnqueued(TaskInfo task, BrokerException error) {
        return new EnqueueException(which(task) + " was not enqueued: " + error.getMessage(), error);
    }

    private static String which(TaskInfo task) {
        return "task " + task.id() + " of type \"" + task.type() + "\" in queue \"" + task.queue() + "\"";
    }

    /** Returns {@code null} if the task is stored with the requested durability. */
    static EnqueueException of(ComposedTask task, StoreResult result) {
        TaskInfo info = task.info();
        String which = which(info);
        if (result instanceof StoreResult.Unconfirmed unconfirmed) {
            return new EnqueueUnconfirmedException(which + " was stored and will run, but its durability is not "
                    + "confirmed: " + unconfirmed.reason(), info);
        }
        if (result instanceof StoreResult.Existing existing && existing.unconfirmed() != null) {
            return new EnqueueUnconfirmedException(which + " has replaced task " + existing.message().id()
                    + ", but its durability is not confirmed: " + existing.unconfirmed(), task.infoAfter(result));
        }
        if (result instanceof StoreResult.IdTaken) {
            return new TaskIdConflictException(StoreResult.IdTaken.MESSAGE + which);
        }
        if (result instanceof StoreResult.Duplicate) {
            return new DuplicateTaskException(StoreResult.Duplicate.MESSAGE + which);
        }
        if (result instanceof StoreResult.KeyHeld held) {
            return new DuplicateTaskException(StoreResult.Duplicate.MESSAGE + which + "; its key is held by task "
                    + PrintableText.of(held.holder()) + ", which is "
                    + (held.state() == null ? "gone" : PrintableText.of(held.state())));
        }
        if (result instanceof StoreResult.Failed failed) {
            BrokerException error = failed.error();
            return error instanceof AmbiguousResultException
                    ? new EnqueueAmbiguousException(which + " may or may not be enqueued: " + error.getMessage(), error)
                    : new EnqueueException(which + " was not enqueued: " + error.getMessage(), error);
        }
        return null;
    }
}
