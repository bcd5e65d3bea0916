package io.github.asynqee;

/** The connection broke after the operation was sent and before Redis answered: it may or may not have been done. */
public class AmbiguousResultException extends BrokerException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was tried and what went wrong
     * @param cause what the client library said, may be {@code null}
     */
    public AmbiguousResultException(String message, Throwable cause) {
        super(message, cause);
    }
}
