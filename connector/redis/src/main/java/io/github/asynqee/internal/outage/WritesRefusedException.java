package io.github.asynqee.internal.outage;

import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Redis can be reached but refuses to write for now: it is out of memory, a replica, or cannot persist or replicate.
 */
public class WritesRefusedException extends BrokerUnavailableException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation and the reply of Redis
     * @param cause the exception of the client library
     */
    public WritesRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
