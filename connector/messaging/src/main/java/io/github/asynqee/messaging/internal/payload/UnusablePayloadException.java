package io.github.asynqee.messaging.internal.payload;

/** A payload is not what the handler wants. Trying again is pointless. */
public class UnusablePayloadException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong
     * @param cause what the parser said, may be {@code null}
     */
    public UnusablePayloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
