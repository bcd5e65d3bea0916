package io.github.asynqee.testkit;

/**
 * A Redis process could not be started, or did not become ready. The message ends with what the process printed.
 */
public final class RedisStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedisStartException(String message) {
        super(message);
    }

    RedisStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
