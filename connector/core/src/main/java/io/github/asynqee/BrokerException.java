package io.github.asynqee;

/** An operation on Redis failed. The message says what Redis or the connection said. */
public class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was tried and what went wrong
     * @param cause what the client library said, may be {@code null}
     */
    public BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
