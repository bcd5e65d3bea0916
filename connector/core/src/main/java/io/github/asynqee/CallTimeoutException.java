package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * The task of a call has not ended within the caller's time-out. The client deletes a task that has not begun or
 * waits for a retry. A worker that runs the task cancels it at its deadline: the end of the time-out, rounded up to a
 * second.
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
