package io.github.asynqee.internal.redis.connection;

import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A reply, or the exception of a failed command.
 *
 * @param value bytes, a {@code Long}, a list of these, or {@code null}
 * @param error the exception; {@code null} if the command succeeded
 */
public record Reply(Object value, BrokerException error) {

    /** Whether Redis has answered, even if with an error. */
    boolean isAnswer() {
        return error == null || error.getCause() instanceof JedisDataException;
    }

    /** Returns the value, or throws the error. */
    public Object get() {
        if (error != null) {
            throw error;
        }
        return value;
    }
}
