package io.github.asynqee.model;

import java.time.Clock;
import java.time.Instant;

import io.github.asynqee.model.Value.Expiry;

/** The time as asynq writes it. */
record ModelClock(Clock clock) {

    private static final long NANOS = 1_000_000_000L;
    private static final long STATS_LIFE = 7_776_000;

    Instant instant() {
        return clock.instant();
    }

    /** Unix seconds. */
    long seconds() {
        return instant().getEpochSecond();
    }

    /** Unix nanoseconds. */
    long nanos() {
        return seconds() * NANOS + instant().getNano();
    }

    /** The end of a life that begins now. */
    Expiry in(long seconds) {
        return new Expiry(nanos() + seconds * NANOS, seconds * 1000);
    }

    /** The end of a daily counter that is written for the first time now. */
    Expiry ofStatistics() {
        return at(seconds() + STATS_LIFE);
    }

    /** An end at a time. */
    static Expiry at(long unixSeconds) {
        return new Expiry(unixSeconds * NANOS, 0);
    }
}
