package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler: the task is retried without counting as a failure or using up a retry, for example because a
 * resource is busy. As in asynq, a task that has no retry left is archived nevertheless.
 */
public class NotAFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text {@code not a failure}. */
    public NotAFailureException() {
        this("not a failure");
    }

    /**
     * Creates the exception.
     *
     * @param message the reason
     */
    public NotAFailureException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception.
     *
     * @param message the reason
     * @param cause the cause, may be {@code null}
     */
    public NotAFailureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
