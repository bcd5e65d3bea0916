package io.github.asynqee.periodic;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.internal.text.GoDuration;

/**
 * Schedule of a periodic task in asynq's cron dialect (protocol section 8.2): five fields, a descriptor such as
 * {@code @daily}, or {@code @every 1h30m}, with an optional prefix {@code CRON_TZ=Europe/Berlin}. The default time zone
 * is UTC. All ticks are on whole seconds.
 */
public final class CronSpec {

    private static final Map<String, String> DESCRIPTORS = Map.of("@yearly", "0 0 1 1 *", "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *", "@weekly", "0 0 * * 0", "@daily", "0 0 * * *", "@midnight", "0 0 * * *", "@hourly",
            "0 * * * *");
    /** IANA names that Java 17 does not have. */
    private static final Map<String, ZoneId> FIXED_ZONES = Map.of("EST", ZoneOffset.ofHours(-5), "MST",
            ZoneOffset.ofHours(-7), "HST", ZoneOffset.ofHours(-10));
    private static final String EVERY = "@every ";
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final String text;
    private final Ticks ticks;

    private CronSpec(String text, Ticks ticks) {
        this.text = text;
        this.ticks = ticks;
    }

    /** The ticks of a spec. */
    interface Ticks {

        /** The first tick after an instant; periods of {@code @every} are counted from {@code anchor}. */
        Optional<Instant> next(Instant after, Instant anchor);
    }

    /**
     * Parses a spec.
     *
     * @param text the spec
     * @return the schedule
     * @throws InvalidCronSpecException if it is invalid; the message names the field, its value and the allowed values
     */
    public static CronSpec parse(String text) {
        try {
            return new CronSpec(text, ticks(text));
        } catch (InvalidCronSpecException e) {
            throw new InvalidCronSpecException("cron spec \"" + text + "\": " + e.getMessage());
        }
    }

    /**
     * Adds a time zone to a spec that has none.
     *
     * @param text the spec
     * @param zone an IANA name such as {@code Europe/Berlin}
     * @return the spec with a time zone; a spec that already has one is returned unchanged
     */
    public static String inZone(String text, String zone) {
        return hasZone(text) ? text : "CRON_TZ=" + zone + " " + text;
    }

    private static boolean hasZone(String text) {
        return text.startsWith("CRON_TZ=") || text.startsWith("TZ=");
    }

    private static Ticks ticks(String text) {
        if (!hasZone(text)) {
            return ticks(text, ZoneId.of("UTC"));
        }
        int blank = text.indexOf(' ');
        if (blank < 0) {
            throw new InvalidCronSpecException("the time zone must be followed by a space and the spec");
        }
        return ticks(trimmed(text.substring(blank)),
                zone(text.substring(text.indexOf('=') + 1, blank)));
    }

    /** Without white space at both ends, as Unicode and Go define it. */
    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return Character.isSpaceChar(c) || c >= '\t' && c <= '\r' || c == '\u0085';
    }

    private static ZoneId zone(String name) {
        ZoneId fixed = FIXED_ZONES.get(name);
        if (fixed != null) {
            return fixed;
        }
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new InvalidCronSpecException(
                    "unknown time zone \"" + name + "\": allowed are IANA names such as Europe/Berlin or UTC");
        }
        return ZoneId.of(name);
    }

    private static Ticks ticks(String text, ZoneId zone) {
        if (text.startsWith(EVERY)) {
            Duration period = every(text.substring(EVERY.length()));
            return (after, anchor) -> Optional.of(counted(after, anchor, period));
        }
        String fields = text.startsWith("@") ? DESCRIPTORS.get(text) : text;
        if (fields == null) {
            throw new InvalidCronSpecException("allowed are @every <duration>, "
                    + String.join(", ", DESCRIPTORS.keySet().stream().sorted().toList()) + " and five fields");
        }
        String[] parts = Arrays.stream(fields.split("[\\p{IsWhite_Space}]+")).filter(part -> !part.isEmpty())
                .toArray(String[]::new);
        if (parts.length != 5) {
            throw new InvalidCronSpecException(
                    "expected five fields (minute, hour, day of month, month, day of week), found " + parts.length);
        }
        CalendarTicks calendar = new CalendarTicks(parts, zone);
        return (after, anchor) -> calendar.next(after);
    }

    private static Duration every(String text) {
        try {
            Duration period = GoDuration.parse(text);
            return period.compareTo(SHORTEST) < 0 ? SHORTEST : Duration.ofSeconds(period.getSeconds());
        } catch (IllegalArgumentException e) {
            throw new InvalidCronSpecException("\"" + text + "\" is not " + GoDuration.FORM);
        }
    }

    private static Instant counted(Instant after, Instant anchor, Duration period) {
        long start = anchor.getEpochSecond();
        long periods = Math.max(Math.floorDiv(after.getEpochSecond() - start, period.getSeconds()), 0);
        return Instant.ofEpochSecond(start + (periods + 1) * period.getSeconds());
    }

    /** @return the spec as passed to {@link #parse} */
    public String text() {
        return text;
    }

    /**
     * Returns the first tick after an instant.
     *
     * @param after an instant
     * @param anchor the instant, cut to whole seconds, from which the periods of {@code @every} count
     * @return the tick; empty if there is none within five years
     */
    public Optional<Instant> next(Instant after, Instant anchor) {
        return ticks.next(after, anchor);
    }

    /**
     * Returns the last tick of a time span.
     *
     * @param after start of the span, exclusive
     * @param until end of the span, inclusive
     * @param anchor as for {@link #next}
     * @return the tick, empty if there is none
     */
    public Optional<Instant> last(Instant after, Instant until, Instant anchor) {
        Instant from = until;
        Optional<Instant> last = Optional.empty();
        for (Duration span = Duration.ofSeconds(1); last.isEmpty()
                && from.isAfter(after); span = span.multipliedBy(2)) {
            Instant earlier = until.minus(span);
            from = earlier.isBefore(after) ? after : earlier;
            last = next(from, anchor).filter(tick -> !tick.isAfter(until));
        }
        Optional<Instant> later = last;
        while (later.isPresent()) {
            last = later;
            later = next(last.get(), anchor).filter(tick -> !tick.isAfter(until));
        }
        return last;
    }

    @Override
    public String toString() {
        return text;
    }
}
