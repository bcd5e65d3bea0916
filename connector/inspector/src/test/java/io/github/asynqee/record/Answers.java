package io.github.asynqee.record;

import java.util.concurrent.Callable;

import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.redis.BrokerException;

/** The kinds of errors of the inspector, Go's and ours. */
final class Answers {

    static final String REFUSED = "refused";
    static final String NO_QUEUE = "no such queue";
    static final String NO_TASK = "no such task";
    static final String TASK_STATE = "not in this state of the task";
    static final String QUEUE_STATE = "not in this state of the queue";

    private Answers() {}

    /** The kind of an error of Go, empty if there is none. */
    static String ofGo(String error) {
        if (error.isEmpty()) {
            return "";
        } else if (error.contains("does not exist")) {
            return NO_QUEUE;
        } else if (error.contains("cannot find task")) {
            return NO_TASK;
        } else if (error.contains("already paused") || error.contains("not paused") || error.contains("not empty")
                || error.contains("with active tasks")) {
            return QUEUE_STATE;
        } else if (error.contains("must be positive")) {
            return REFUSED;
        } else if (error.contains(Replay.WRONG_TYPE)) {
            return Replay.WRONG_TYPE;
        } else if (error.contains("FAILED_PRECONDITION") || error.contains("not found in") || error.contains("decode")
                || error.contains("attempt to concatenate")) {
            return TASK_STATE;
        }
        return error;
    }

    /** Returns the result of a call, or the kind of its error. */
    static String of(Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (IllegalArgumentException e) {
            return REFUSED;
        } catch (QueueNotFoundException e) {
            return NO_QUEUE;
        } catch (TaskNotFoundException e) {
            return NO_TASK;
        } catch (TaskStateException e) {
            return TASK_STATE;
        } catch (QueueStateException e) {
            return QUEUE_STATE;
        } catch (BrokerException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The same of a call that returns nothing. */
    static String of(Runnable call) {
        return of(() -> {
            call.run();
            return "";
        });
    }
}
