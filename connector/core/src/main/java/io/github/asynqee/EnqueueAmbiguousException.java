package io.github.asynqee;

import org.jspecify.annotations.Nullable;

/**
 * The connection broke before Redis replied: the task may or may not be stored, and may already have run. It was not
 * sent again. An application that retries should use the same task ID: if the first task was stored, the second one is
 * rejected with a {@link TaskIdConflictException}.
 */
public class EnqueueAmbiguousException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     * @param cause the error of the connection, may be {@code null}
     */
    public EnqueueAmbiguousException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
