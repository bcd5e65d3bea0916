package io.github.asynqee.cli.dash.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import io.github.asynqee.cli.shared.Texts;
import org.jspecify.annotations.Nullable;

/** Formats values compactly. */
public final class Formats {

    private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private Formats() {}

    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** At most five characters: {@code 9,999}, {@code 12k}, {@code 3.4M}. */
    public static String shortNumber(long number) {
        if (number < 10_000) {
            return number(number);
        }
        return number < 1_000_000 ? number / 1_000 + "k" : String.format(Locale.ROOT, "%.1fM", number / 1e6);
    }

    public static String bytes(long bytes) {
        if (bytes < 1_024) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 1_024 && unit < 4) {
            value /= 1_024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %cB", value, "KMGTP".charAt(unit));
    }

    /** The two largest units: {@code 350ms}, {@code 5s}, {@code 2m05s}, {@code 3h12m}, {@code 5d04h}. */
    public static String duration(Duration duration) {
        long seconds = duration.getSeconds();
        if (seconds < 1) {
            return Math.max(0, duration.toMillis()) + "ms";
        }
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3_600) {
            return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
        }
        return seconds < 86_400 ? String.format(Locale.ROOT, "%dh%02dm", seconds / 3_600, seconds / 60 % 60)
                : String.format(Locale.ROOT, "%dd%02dh", seconds / 86_400, seconds / 3_600 % 24);
    }

    /** Formats the time left until a time, in whole seconds; {@code now} if it has passed, empty for {@code null}. */
    public static String in(@Nullable Instant time, Instant now) {
        if (time == null) {
            return "";
        }
        Duration left = Duration.between(now, time);
        return left.isNegative() || left.getSeconds() == 0 ? "now" : "in " + duration(left);
    }

    /** Formats the time since a time, in whole seconds; empty for {@code null}. */
    public static String ago(@Nullable Instant time, Instant now) {
        if (time == null) {
            return "";
        }
        Duration passed = Duration.between(time, now);
        return passed.getSeconds() < 1 ? "now" : duration(passed) + " ago";
    }

    public static String dateTime(Instant time, ZoneId zone) {
        return DATE_TIME.format(Texts.inZone(time, zone));
    }

    public static String time(Instant time, ZoneId zone) {
        return TIME.format(Texts.inZone(time, zone));
    }

    public static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
    }

    /** Decodes UTF-8 text; returns the number of bytes if it is not text. */
    public static String payload(byte @Nullable [] bytes) {
        if (bytes == null) {
            return "";
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return "(" + bytes.length + " bytes that are not UTF-8)";
        }
    }
}
