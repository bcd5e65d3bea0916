package io.github.asynqee.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that is set and advanced by the test. Thread-safe. */
public final class ManualClock extends Clock {

    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    private ManualClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = Objects.requireNonNull(zone, "zone");
    }

    /**
     * Creates a clock in UTC.
     *
     * @param start the initial time
     * @return a new clock
     */
    public static ManualClock startingAt(Instant start) {
        return new ManualClock(new AtomicReference<>(Objects.requireNonNull(start, "start")), ZoneOffset.UTC);
    }

    /**
     * Creates a clock in UTC.
     *
     * @param start the initial time in ISO 8601: {@code 2026-01-31T12:00:00Z}
     * @return a new clock
     * @throws java.time.format.DateTimeParseException if {@code start} is invalid
     */
    public static ManualClock startingAt(String start) {
        return startingAt(Instant.parse(start));
    }

    /**
     * Sets the time, forward or backward.
     *
     * @param instant the new time
     */
    public void set(Instant instant) {
        now.set(Objects.requireNonNull(instant, "instant"));
    }

    /**
     * Advances the time.
     *
     * @param step the duration; a negative one sets the clock back
     * @return the new time
     */
    public Instant advance(Duration step) {
        return now.updateAndGet(instant -> instant.plus(step));
    }

    @Override
    public Instant instant() {
        return Objects.requireNonNull(now.get(), "now");
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** A view of this clock in another zone: both always have the same instant. */
    @Override
    public ManualClock withZone(ZoneId other) {
        return new ManualClock(now, other);
    }

    @Override
    public String toString() {
        return "ManualClock[" + instant().atZone(zone) + "]";
    }
}
