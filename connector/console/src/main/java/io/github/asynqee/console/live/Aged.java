package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** A value that is read again when it has reached an age. Callers at the same time share one reading. */
final class Aged<T> {

    private final Clock clock;
    private final Supplier<T> source;
    private T value;
    private Instant readAt = Instant.MIN;

    Aged(Clock clock, Supplier<T> source) {
        this.clock = clock;
        this.source = source;
    }

    /** The value, not older than the given age when the call began. */
    T get(Duration age) {
        Instant now = clock.instant();
        synchronized (this) {
            if (value == null || readAt.isBefore(now.minus(age))) {
                Instant start = clock.instant();
                value = source.get();
                readAt = start;
            }
            return value;
        }
    }

    /** The value of the last reading, {@code null} if there was none. */
    synchronized T last() {
        return value;
    }

    synchronized void expire() {
        readAt = Instant.MIN;
    }
}
