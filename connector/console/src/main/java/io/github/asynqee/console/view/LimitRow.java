package io.github.asynqee.console.view;

import java.time.Instant;

import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.LimitKey;

/**
 * A key of a limit that has running or blocked tasks.
 *
 * @param limit the name of the limit
 * @param key the value shared by its tasks, empty if they have none; {@code null} if values are masked
 * @param allowed how many tasks of the key may run at the same time; {@code null} if that is not known, because no key
 *        of the limit is full
 * @param waiting the number of blocked tasks
 * @param closedUntil the time until which the key is paused, {@code null} if it is not
 */
public record LimitRow(String limit, String key, long running, Long allowed, long waiting, Instant closedUntil) {

    public static LimitRow of(LimitKey.State state, Masking masking) {
        return new LimitRow(state.key().limit(), masking.isEmpty() ? state.key().value() : null, state.running(),
                state.allowed() == null ? null : state.allowed().longValue(), state.waiting(), state.closedUntil());
    }
}
