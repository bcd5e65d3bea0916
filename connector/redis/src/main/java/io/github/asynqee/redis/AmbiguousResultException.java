package io.github.asynqee.redis;

/**
 * The connection broke after the operation was sent and before Redis replied: the operation may or may not have been
 * executed.
 */
public class AmbiguousResultException extends BrokerException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation that failed and the reason
     * @param cause the exception of the Redis client, may be {@code null}
     */
    public AmbiguousResultException(String message, Throwable cause) {
        super(message, cause);
    }
}
