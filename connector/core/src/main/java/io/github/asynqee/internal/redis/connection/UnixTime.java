package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.time.Instant;

/** Times as they stand in Redis (protocol section 1.2). */
public final class UnixTime {

    /** How long the daily counters live from their first increment, and how long archived tasks are kept. */
    public static final Duration KEPT = Duration.ofDays(90);

    private UnixTime() {}

    public static long seconds(Instant instant) {
        return instant.getEpochSecond();
    }

    public static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    /** The first whole second that reaches a score; as far away as can be expressed if the score is beyond. */
    public static Instant ofScore(String score) {
        if (score.endsWith("inf")) {
            return score.startsWith("-") ? Instant.EPOCH : Instant.MAX;
        }
        double seconds = Math.ceil(Double.parseDouble(score));
        return Instant.ofEpochSecond((long) Math.min(Math.max(seconds, 0), Instant.MAX.getEpochSecond()));
    }

    /** The whole seconds of a time that may lie beyond what can be expressed. */
    public static long secondsAfter(Instant instant, Duration duration) {
        try {
            return Math.addExact(instant.getEpochSecond(), duration.getSeconds());
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
