package io.github.asynqee.internal.outage;

import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * A command was not executed because its slot of the Redis Cluster is moving to another node and the keys are not all on
 * one node now. It had no effect and succeeds when the slot has moved, at the latest.
 */
public class SlotMovingException extends BrokerUnavailableException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation and the reply of Redis
     * @param cause the exception of the client library
     */
    public SlotMovingException(String message, Throwable cause) {
        super(message, cause);
    }
}
