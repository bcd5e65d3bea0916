package io.github.asynqee.redis;

/** An operation on Redis failed. The message contains the error of Redis or of the connection. */
public class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation that failed and the reason
     * @param cause the exception of the Redis client, may be {@code null}
     */
    public BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
