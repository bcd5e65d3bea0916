package io.github.asynqee.redis;

/** Redis cannot be reached or temporarily rejects commands. The operation had no effect and may be retried. */
public class BrokerUnavailableException extends BrokerException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation that failed and the reason
     * @param cause the exception of the Redis client, may be {@code null}
     */
    public BrokerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
