package io.github.asynqee.cli.shared;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.internal.text.PrintableText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/** Formats values like asynq's command line. */
public final class Texts {

    private static final Instant FIRST = LocalDateTime.MIN.plusDays(1).toInstant(ZoneOffset.UTC);
    private static final Instant LAST = LocalDateTime.MAX.minusDays(1).toInstant(ZoneOffset.UTC);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss zzz yyyy",
            Locale.ENGLISH);

    private static final Pattern GO_DURATION = Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?");

    private Texts() {}

    /** Decodes UTF-8 text; returns a remark if the bytes are not printable text. */
    public static String bytes(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.codePoints().allMatch(Texts::isPrintable) ? text : "non-printable bytes";
        } catch (CharacterCodingException e) {
            return "non-printable bytes";
        }
    }

    private static boolean isPrintable(int c) {
        return !Character.isISOControl(c) && Character.isDefined(c) && Character.getType(c) != Character.FORMAT;
    }

    /** Escapes control characters, because names and errors of tasks could break a table or control the terminal. */
    public static String printable(String text) {
        return PrintableText.of(text);
    }

    /**
     * Makes JSON safe for a terminal: writes control characters above U+007E and invisible format characters as JSON
     * escapes. Programs still parse the same values.
     */
    public static String terminalSafe(String json) {
        return json.codePoints().allMatch(Texts::isPrintableInJson) ? json
                : json.codePoints().mapToObj(c -> isPrintableInJson(c) ? Character.toString(c)
                        : Character.toString(c).chars().mapToObj(unit -> String.format(Locale.ROOT, "\\u%04x", unit))
                                .collect(Collectors.joining()))
                        .collect(Collectors.joining());
    }

    private static boolean isPrintableInJson(int c) {
        return !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
    }

    public static String date(@Nullable Instant instant, ZoneId zone) {
        return instant == null ? ""
                : DATE.format(inZone(instant, zone.equals(ZoneOffset.UTC) ? ZoneId.of("UTC") : zone));
    }

    /** Converts a time. Times out of range, as in damaged tasks, become the first or last possible date. */
    public static ZonedDateTime inZone(Instant instant, ZoneId zone) {
        Instant atLeast = instant.isBefore(FIRST) ? FIRST : instant;
        return (atLeast.isAfter(LAST) ? LAST : atLeast).atZone(zone);
    }

    /** Formats a duration in whole seconds like Go: {@code 1h2m3s}. */
    public static String duration(Duration duration) {
        long seconds = duration.plusMillis(500).getSeconds();
        if (seconds < 60) {
            return seconds + "s";
        }
        String minutes = seconds / 60 % 60 + "m" + seconds % 60 + "s";
        return seconds < 3_600 ? minutes : seconds / 3_600 + "h" + minutes;
    }

    /** Parses a duration in Go's format, for example {@code 1h30m} or {@code 90s}. */
    public static Duration parseDuration(String text) {
        Matcher parts = GO_DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new TypeConversionException(
                    "\"" + text + "\" is not a duration: write for example 90s, 15m or 1h30m");
        }
        return Duration.ofHours(number(parts.group(1))).plusMinutes(number(parts.group(2)))
                .plusSeconds(number(parts.group(3)));
    }

    /** Parses a time in the format of asynq's own command line, for example {@code 2030-01-31T12:00:00Z}. */
    public static Instant parseTime(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("\"" + text + "\" is not a time: write for example 2030-01-31T12:00:00Z");
        }
    }

    /** Parses a file name. */
    public static Path parsePath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("\"" + text + "\" is not the name of a file: " + e.getReason());
        }
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** Formats the time left: {@code in 5s}, or {@code now}. */
    public static String in(Instant time, Instant now) {
        return time.isAfter(now) ? "in " + duration(Duration.between(now, time)) : "now";
    }

    public static String ago(Instant time, Instant now) {
        return duration(Duration.between(time, now)) + " ago";
    }

    public static String rate(long failed, long processed) {
        return processed == 0 ? "N/A" : String.format(Locale.ROOT, "%.2f%%", 100.0 * failed / processed);
    }
}
