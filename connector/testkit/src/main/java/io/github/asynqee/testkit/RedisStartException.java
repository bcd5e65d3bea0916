package io.github.asynqee.testkit;

import org.jspecify.annotations.Nullable;

/**
 * A Redis server could not be started or did not become ready. The message contains the reason and the output of the
 * process.
 */
public final class RedisStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedisStartException(String message) {
        super(message);
    }

    RedisStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
