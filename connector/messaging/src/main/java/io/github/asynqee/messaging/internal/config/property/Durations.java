package io.github.asynqee.messaging.internal.config.property;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations: {@code 10s}, {@code 500ms}, {@code 1h30m}, {@code 7d}, {@code 0} or {@code PT10S}. */
public final class Durations {

    public static final String FORM = "a duration like 10s, 500ms, 1h30m, 7d or PT10S";

    private static final Pattern PARTS = Pattern
            .compile("(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m(?!s))?(?:(\\d+)s)?(?:(\\d+)ms)?");

    private Durations() {}

    /**
     * Parses a duration.
     *
     * @throws IllegalArgumentException if the text is not a duration, or the duration overflows
     */
    public static Duration parse(String text) {
        String trimmed = text.trim().toLowerCase(Locale.ROOT);
        try {
            if (trimmed.equals("0")) {
                return Duration.ZERO;
            }
            if (trimmed.startsWith("p")) {
                return Duration.parse(trimmed);
            }
            Matcher parts = PARTS.matcher(trimmed);
            if (trimmed.isEmpty() || !parts.matches()) {
                throw new IllegalArgumentException(text);
            }
            return Duration.ofDays(number(parts.group(1))).plusHours(number(parts.group(2)))
                    .plusMinutes(number(parts.group(3))).plusSeconds(number(parts.group(4)))
                    .plusMillis(number(parts.group(5)));
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** A short form that {@link #parse} accepts. */
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0";
        }
        if (duration.toMillis() % 60_000 == 0) {
            return duration.toMinutes() + "m";
        }
        return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
