package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * The task of a call has not ended within the caller's time-out. It is deleted if it has not begun, or if it waits for a
 * retry; a worker that runs it cancels it at its deadline, which is the same moment, rounded up to a second.
 */
public class CallTimeoutException extends CallException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param task the task
     * @param message the reason
     * @param cause why the task could not be read, otherwise {@code null}
     */
    public CallTimeoutException(TaskInfo task, String message, @Nullable Throwable cause) {
        super(task, message, cause);
    }
}
