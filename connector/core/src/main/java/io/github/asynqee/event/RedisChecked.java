package io.github.asynqee.event;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Result of the periodic Redis health check (protocol section 7.12).
 *
 * @param redis the URL of Redis, with passwords replaced by asterisks
 * @param at the time of the check
 * @param error the error of the check, {@code null} if it succeeded
 */
public record RedisChecked(String redis, Instant at, @Nullable Exception error) {

    /** @return whether the check succeeded */
    public boolean isAvailable() {
        return error == null;
    }
}
