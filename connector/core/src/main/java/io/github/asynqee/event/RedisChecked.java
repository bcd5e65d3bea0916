package io.github.asynqee.event;

import java.time.Instant;

/**
 * Redis was asked how it is, as a server does from time to time (protocol section 7.12).
 *
 * @param redis its URL, passwords replaced by asterisks
 * @param at when it answered, or did not
 * @param error why it could not be reached or refused, {@code null} if it is well
 */
public record RedisChecked(String redis, Instant at, Exception error) {

    /** @return whether Redis is well */
    public boolean isWell() {
        return error == null;
    }
}
