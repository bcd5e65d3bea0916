package io.github.asynqee.internal.redis.connection;

import io.github.asynqee.redis.BrokerException;

/**
 * A reply, or the exception of a failed command.
 *
 * @param value bytes, a {@code Long}, a list of these, or {@code null}
 * @param error why there is no value; {@code null} if there is one
 */
public record Reply(Object value, BrokerException error) {

    /** Returns the value, or throws the error. */
    public Object get() {
        if (error != null) {
            throw error;
        }
        return value;
    }
}
