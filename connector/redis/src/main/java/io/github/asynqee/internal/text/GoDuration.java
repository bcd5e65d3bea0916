package io.github.asynqee.internal.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in Go's notation: {@code 1h30m}, {@code 1.5s} (protocol section 8.4). */
public final class GoDuration {

    /** The allowed notation, for messages. */
    public static final String FORM = "a duration such as 90s, 1h30m or 1.5s, with the units ns, us, ms, s, m and h";

    private static final Map<String, Long> NANOS = Map.of("ns", 1L, "us", 1_000L, "\u00b5s", 1_000L, "\u03bcs", 1_000L,
            "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);
    private static final Pattern PART = Pattern
            .compile("([0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");
    private static final long SECOND = 1_000_000_000L;

    private GoDuration() {}

    /**
     * Parses a duration.
     *
     * @param text the duration
     * @return the duration
     * @throws IllegalArgumentException if Go would reject it
     */
    public static Duration parse(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String rest = signed ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(rest);
        int end = 0;
        while (end < rest.length() && part.region(end, rest.length()).lookingAt()) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(NANOS.get(part.group(2))))
                    .setScale(0, RoundingMode.DOWN));
            end = part.end();
        }
        if (text.startsWith("-")) {
            nanos = nanos.negate();
        }
        if (rest.isEmpty() || end < rest.length() || nanos.toBigInteger().bitLength() > 63) {
            throw new IllegalArgumentException(text);
        }
        return Duration.ofNanos(nanos.longValue());
    }

    /**
     * Formats a duration. A duration beyond Go's range becomes the longest duration that Go can represent.
     *
     * @param duration the duration
     * @return its text
     */
    public static String format(Duration duration) {
        long nanos;
        try {
            nanos = duration.abs().toNanos();
        } catch (ArithmeticException e) {
            nanos = Long.MAX_VALUE;
        }
        return (duration.isNegative() ? "-" : "") + formatted(nanos);
    }

    private static String formatted(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        if (nanos < SECOND) {
            return nanos < 1_000 ? nanos + "ns"
                    : nanos < 1_000_000 ? decimal(nanos, 3) + "\u00b5s" : decimal(nanos, 6) + "ms";
        }
        long minutes = nanos / (60 * SECOND);
        String seconds = decimal(nanos % (60 * SECOND), 9) + "s";
        if (minutes == 0) {
            return seconds;
        }
        return minutes < 60 ? minutes + "m" + seconds : minutes / 60 + "h" + minutes % 60 + "m" + seconds;
    }

    private static String decimal(long nanos, int places) {
        BigDecimal value = BigDecimal.valueOf(nanos, places).stripTrailingZeros();
        return value.signum() == 0 ? "0" : value.toPlainString();
    }
}
