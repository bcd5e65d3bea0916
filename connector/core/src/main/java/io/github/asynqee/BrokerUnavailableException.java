package io.github.asynqee;

/** Redis cannot be reached or refuses to work for now. The operation had no effect and may be tried again. */
public class BrokerUnavailableException extends BrokerException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was tried and what went wrong
     * @param cause what the client library said, may be {@code null}
     */
    public BrokerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
