package io.github.asynqee.console.problem;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.inspect.BatchNotFoundException;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.OutOfScopeException;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/** Converts exceptions to problems for the sender of a request. */
public final class Problems {

    private Problems() {}

    /**
     * The problem of an exception.
     *
     * @param e thrown by the API or below it
     * @return the problem, with status 500 and no detail of the exception if the exception is not an expected one
     */
    public static Problem of(Throwable e) {
        if (e instanceof ProblemException known) {
            return known.problem();
        }
        if (e instanceof QueueNotFoundException || e instanceof TaskNotFoundException
                || e instanceof BatchNotFoundException || e instanceof PeriodicEntries.NotFoundException) {
            return ProblemException.notFound(e.getMessage()).problem();
        }
        if (e instanceof OutOfScopeException) {
            return outOfScope();
        }
        if (e instanceof InspectionException) {
            return ProblemException.conflict(e.getMessage()).problem();
        }
        if (e instanceof IllegalArgumentException || e instanceof InvalidTaskException) {
            return ProblemException.badRequest(String.valueOf(e.getMessage())).problem();
        }
        if (e instanceof DuplicateTaskException || e instanceof TaskIdConflictException) {
            return ProblemException.conflict(e.getMessage()).problem();
        }
        if (e instanceof BrokerException || e instanceof EnqueueException) {
            return ofRedis(e);
        }
        return Problem.of(500, "internal", "The console failed", "The cause is in the log of the server.");
    }

    /** The problem for a failure of Redis. It omits the text of the exception, which contains the address of Redis. */
    private static Problem ofRedis(Throwable e) {
        if (e instanceof AmbiguousResultException || e instanceof EnqueueAmbiguousException) {
            return unavailable("Redis did not answer in time. The change may or may not have been made.");
        }
        if (e instanceof BrokerUnavailableException) {
            return unavailable("Redis cannot be reached.");
        }
        if (e instanceof EnqueueException && e.getCause() instanceof BrokerException cause) {
            return ofRedis(cause);
        }
        return Problem.of(503, "redis-refused", "Redis refused",
                "Redis refused a command. The cause is in the log of the server.");
    }

    public static Problem outOfScope() {
        return Problem.of(403, "scope", "Out of scope", "You do not have access to these queues.");
    }

    public static Problem unavailable(String detail) {
        return Problem.of(503, "redis-unavailable", "Redis is not available", detail);
    }
}
