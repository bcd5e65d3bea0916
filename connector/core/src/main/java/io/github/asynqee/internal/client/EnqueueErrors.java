package io.github.asynqee.internal.client;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueUnconfirmedException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/** Converts the result of storing a task to the producer's exception. */
final class EnqueueErrors {

    private EnqueueErrors() {}

    /** {@code null} if the task is stored and as durable as was asked for. */
    static EnqueueException of(ComposedTask task, StoreResult result) {
        TaskInfo info = task.info();
        String which = "task " + info.id() + " of type \"" + info.type() + "\" in queue \"" + info.queue() + "\"";
        if (result instanceof StoreResult.Unconfirmed unconfirmed) {
            return new EnqueueUnconfirmedException(which + " was stored and will run, but its durability is not "
                    + "confirmed: " + unconfirmed.reason(), info);
        }
        if (result instanceof StoreResult.IdTaken) {
            return new TaskIdConflictException(StoreResult.IdTaken.MESSAGE + which);
        }
        if (result instanceof StoreResult.Duplicate) {
            return new DuplicateTaskException(StoreResult.Duplicate.MESSAGE + which);
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
