package io.github.asynqee.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A key of a limit. The limit restricts how many tasks of a queue with this key run at the same time, or start within
 * a time.
 *
 * @param limit the name of the limit
 * @param value the value shared by its tasks, for example of a header; empty if the limit applies to the whole queue,
 *        or the tasks lack the header. A long value is replaced by {@code #} and a digest
 */
public record LimitKey(String limit, String value) {

    /** @return the name and, unless it is empty, the value */
    @Override
    public String toString() {
        return value.isEmpty() ? limit : limit + ": " + value;
    }

    /**
     * The state of a key with tasks.
     *
     * @param key the key
     * @param running number of running tasks; tasks of a dead server count until they are recovered
     * @param allowed how many tasks of the key may run at the same time. Redis does not store this number. It is
     *        derived from a key of the same limit that currently has no capacity, and is {@code null} if there is no
     *        such key
     * @param waiting number of blocked tasks, which are scheduled or, briefly, pending
     * @param closedUntil the time until which the key is paused, because a handler asked to retry later; {@code null}
     *        if it is not paused
     */
    public record State(LimitKey key, int running, @Nullable Integer allowed, int waiting,
            @Nullable Instant closedUntil) {}
}
