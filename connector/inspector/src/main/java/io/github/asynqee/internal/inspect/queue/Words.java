package io.github.asynqee.internal.inspect.queue;

import java.time.Duration;
import java.time.Instant;

/** Numbers and durations in sentences. */
public final class Words {

    private Words() {}

    /** A duration in one unit: {@code 20 s}, {@code 5 min}, {@code 3 h} or {@code 4 days}. */
    public static String of(Duration duration) {
        long seconds = Math.max(0, duration.plusMillis(500).getSeconds());
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7_200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
    }

    /** The time from one moment to another. */
    public static String between(Instant from, Instant to) {
        return of(Duration.between(from, to));
    }

    /** A number with its noun: {@code 1 task}, {@code 2 tasks}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
