package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A cached value that is read again when it is older than the caller allows. Callers at the same time share one
 * reading.
 */
final class CachedValue<T> {

    private final Clock clock;
    private final Supplier<T> source;
    private final AtomicLong expired = new AtomicLong();
    private volatile Reading<T> last = new Reading<>(null, Instant.MIN, 0);

    /**
     * A value that was read.
     *
     * @param at when the reading began
     * @param expired how often the value had expired by then
     */
    private record Reading<T>(T value, Instant at, long expired) {}

    CachedValue(Clock clock, Supplier<T> source) {
        this.clock = clock;
        this.source = source;
    }

    /** The value, not older than the given age when the call began. */
    T get(Duration age) {
        Instant oldest = clock.instant().minus(age);
        synchronized (this) {
            if (last.value() == null || last.at().isBefore(oldest) || last.expired() != expired.get()) {
                Instant start = clock.instant();
                long count = expired.get();
                last = new Reading<>(source.get(), start, count);
            }
            return last.value();
        }
    }

    /** The value of the last reading, {@code null} if there was none. Does not wait for a reading in progress. */
    T last() {
        return last.value();
    }

    /** When the last reading began. */
    Instant lastAt() {
        return last.at();
    }

    /** Makes the next call read again, even if a read is in progress. Does not wait. */
    void expire() {
        expired.incrementAndGet();
    }
}
