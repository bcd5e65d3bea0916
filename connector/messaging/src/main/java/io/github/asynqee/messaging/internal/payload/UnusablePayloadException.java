package io.github.asynqee.messaging.internal.payload;

import org.jspecify.annotations.Nullable;

/** A payload cannot be decoded to the handler's type. Retries cannot succeed. */
public class UnusablePayloadException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the problem
     * @param cause the parser's exception, may be {@code null}
     */
    public UnusablePayloadException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
