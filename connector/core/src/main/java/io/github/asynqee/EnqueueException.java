package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/** A task was not enqueued. The message names the task and the reason. */
public class EnqueueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     * @param cause the cause, may be {@code null}
     */
    public EnqueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
