package io.github.asynqee.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A key of a limit: tasks of a queue of which only so many run, or start within a time.
 *
 * @param limit the name of the limit
 * @param value what its tasks have in common, for example the value of a header; empty if that is only their queue, or if they
 *        have no such header. A long value is replaced by {@code #} and a digest
 */
public record LimitKey(String limit, String value) {

    /** @return the name and, unless it is empty, the value */
    @Override
    public String toString() {
        return value.isEmpty() ? limit : limit + ": " + value;
    }

    /**
     * What is known of a key with tasks.
     *
     * @param key the key
     * @param running the number of its tasks that run; those of a server that died count until they are recovered
     * @param waiting the number of its tasks that wait for their turn, as scheduled tasks or, for a moment, as pending ones
     * @param closedUntil until when none of its tasks starts, because a handler was told to wait; {@code null} if it is open
     */
    public record State(LimitKey key, int running, int waiting, @Nullable Instant closedUntil) {}
}
