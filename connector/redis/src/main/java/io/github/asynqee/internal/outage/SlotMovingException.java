package io.github.asynqee.internal.outage;

import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * A command was not executed because its slot of the Redis Cluster is moving to another node and the keys are not all
 * on one node now. The command had no effect. It can be repeated, and can succeed at the latest when the slot has
 * moved.
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
