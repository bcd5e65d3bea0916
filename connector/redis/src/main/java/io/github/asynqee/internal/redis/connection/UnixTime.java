package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.time.Instant;

/** Converts times to and from scores and arguments (protocol section 1.2). */
public final class UnixTime {

    /** Lifetime of daily counters from their first increment, and of archived tasks. */
    public static final Duration KEPT = Duration.ofDays(90);

    private UnixTime() {}

    public static long seconds(Instant instant) {
        return instant.getEpochSecond();
    }

    public static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    /** The time of Unix nanoseconds as decimal text; {@code null} if it is absent, not positive or not a number. */
    public static Instant ofNanos(String nanos) {
        try {
            long value = nanos == null ? 0 : Long.parseLong(nanos);
            return value <= 0 ? null : Instant.ofEpochSecond(0, value);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The first whole second that reaches a score, clamped to the range of {@link Instant}. */
    public static Instant ofScore(String score) {
        if (score.endsWith("inf")) {
            return score.startsWith("-") ? Instant.EPOCH : Instant.MAX;
        }
        return clamped(Math.ceil(Double.parseDouble(score)));
    }

    /** The whole second before a score, clamped to the range of {@link Instant}. */
    public static Instant floorOfScore(String score) {
        if (score.endsWith("inf")) {
            return score.startsWith("-") ? Instant.EPOCH : Instant.MAX;
        }
        return clamped(Math.floor(Double.parseDouble(score)));
    }

    /** Compares whole numbers, because as a double the last second of {@link Instant} becomes a later second. */
    private static Instant clamped(double seconds) {
        return Instant.ofEpochSecond(Math.min(Math.max((long) seconds, 0), Instant.MAX.getEpochSecond()));
    }

    /** The whole seconds of a time that may exceed the range of {@link Instant}. */
    public static long secondsAfter(Instant instant, Duration duration) {
        try {
            return Math.addExact(instant.getEpochSecond(), duration.getSeconds());
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
