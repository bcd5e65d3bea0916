package io.github.asynqee.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that moves only when it is told to. Safe for use by many threads.
 */
public final class ManualClock extends Clock {

    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    private ManualClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = Objects.requireNonNull(zone, "zone");
    }

    /**
     * A clock in UTC.
     *
     * @param start the time it shows at first
     * @return a new clock
     */
    public static ManualClock startingAt(Instant start) {
        return new ManualClock(new AtomicReference<>(Objects.requireNonNull(start, "start")), ZoneOffset.UTC);
    }

    /**
     * A clock in UTC.
     *
     * @param start the time it shows at first, as ISO 8601: {@code 2026-01-31T12:00:00Z}
     * @return a new clock
     * @throws java.time.format.DateTimeParseException if {@code start} is not such a time
     */
    public static ManualClock startingAt(String start) {
        return startingAt(Instant.parse(start));
    }

    /**
     * Sets the time, forwards or backwards.
     *
     * @param instant the time shown from now on
     */
    public void set(Instant instant) {
        now.set(Objects.requireNonNull(instant, "instant"));
    }

    /**
     * Moves the time on.
     *
     * @param step how far; a negative step moves it back
     * @return the time shown from now on
     */
    public Instant advance(Duration step) {
        return now.updateAndGet(instant -> instant.plus(step));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /**
     * The same clock seen from another zone: both always show the same instant.
     */
    @Override
    public ManualClock withZone(ZoneId other) {
        return new ManualClock(now, other);
    }

    @Override
    public String toString() {
        return "ManualClock[" + instant().atZone(zone) + "]";
    }
}
