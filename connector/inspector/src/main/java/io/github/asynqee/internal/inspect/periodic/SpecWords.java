package io.github.asynqee.internal.inspect.periodic;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.asynqee.internal.text.GoDuration;
import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;
import org.jspecify.annotations.Nullable;

/** A cron spec in words: {@code CRON_TZ=Europe/Berlin 0 3 * * *} is "every day at 03:00, Europe/Berlin". */
public final class SpecWords {

    private static final String EVERY = "@every ";
    private static final Map<String, String> DESCRIPTORS = Map.of("@yearly", "0 0 1 1 *", "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *", "@weekly", "0 0 * * 0", "@daily", "0 0 * * *", "@midnight", "0 0 * * *", "@hourly",
            "0 * * * *");
    private static final Pattern BLANKS = Pattern.compile("\\p{IsWhite_Space}++");
    private static final Pattern BLANKS_AROUND = Pattern
            .compile("^\\p{IsWhite_Space}++|(?<!\\p{IsWhite_Space})\\p{IsWhite_Space}++$");
    private static final int MINUTES = 60;
    private static final int HOURS = 24;
    /** Maximum number of times of day to list. */
    private static final int MOST_TIMES = 6;

    private final SpecField minutes;
    private final SpecField hours;
    private final SpecField days;
    private final SpecField months;
    private final SpecField weekdays;

    private SpecWords(String[] fields) {
        minutes = SpecField.parse(fields[0], List.of(), 0);
        hours = SpecField.parse(fields[1], List.of(), 0);
        days = SpecField.parse(fields[2], List.of(), 1);
        months = SpecField.parse(fields[3], List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
                "oct", "nov", "dec"), 1);
        weekdays = SpecField.parse(fields[4], List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"), 0);
    }

    /** Returns the spec in words; {@code null} for an invalid spec. */
    public static @Nullable String of(String spec) {
        try {
            CronSpec.parse(spec);
        } catch (InvalidCronSpecException e) {
            return null;
        }
        int blank = spec.indexOf(' ');
        boolean hasZone = spec.startsWith("CRON_TZ=") || spec.startsWith("TZ=");
        String zone = hasZone ? spec.substring(spec.indexOf('=') + 1, blank) : "UTC";
        String ticks = BLANKS_AROUND.matcher(hasZone ? spec.substring(blank) : spec).replaceAll("");
        if (ticks.startsWith(EVERY)) {
            return period(GoDuration.parse(ticks.substring(EVERY.length())).toSeconds());
        }
        SpecWords words = new SpecWords(BLANKS.split(DESCRIPTORS.getOrDefault(ticks, ticks)));
        return words.isNever() ? "never" : words.text() + ", " + zone;
    }

    /** Formats a period, which is at least a second. */
    private static String period(long seconds) {
        List<String> parts = new ArrayList<>();
        add(parts, seconds / 3600, "hour");
        add(parts, seconds / 60 % 60, "minute");
        add(parts, seconds % 60, "second");
        return seconds <= 1 ? "every second"
                : "every " + (parts.size() == 1 ? parts.get(0).replaceFirst("^1 ", "") : String.join(" ", parts));
    }

    private static void add(List<String> parts, long number, String unit) {
        if (number > 0) {
            parts.add(number + " " + unit + (number == 1 ? "" : "s"));
        }
    }

    /** Whether the spec never matches: a field that consists of commas is valid but has no value. */
    private boolean isNever() {
        return Stream.of(minutes, hours, days, months, weekdays).anyMatch(field -> field.size() == 0);
    }

    private String text() {
        String months = this.months.isAll() ? "" : " in " + this.months.list(SpecWords::month);
        if (minutes.isSingle() && hours.isSingle() && minutes.size() * hours.size() <= MOST_TIMES) {
            return days() + months + " at " + times();
        }
        String days = this.days.isAll() && weekdays.isAll() ? "" : ", " + days();
        return often() + days + (months.isEmpty() || !days.isEmpty() ? months : "," + months);
    }

    private String times() {
        List<String> times = new ArrayList<>();
        hours.values().forEach(hour -> minutes.values().forEach(minute -> times.add(time(hour, minute))));
        return SpecField.joined(times);
    }

    /** Describes the times of day if there are too many to list. */
    private String often() {
        String range = hours.isAll() ? "" : " " + hourRange();
        if (minutes.isAll()) {
            return "every minute" + range;
        }
        if (minutes.step() > 1) {
            return step(minutes.step(), "minute", MINUTES) + range;
        }
        boolean isFull = minutes.isSingle() && minutes.values().equals(List.of(0));
        String at = isFull ? "" : " at minute " + minutes.list(String::valueOf);
        if (hours.isAll()) {
            return "every hour" + at;
        }
        if (hours.step() > 1) {
            return step(hours.step(), "hour", HOURS) + at;
        }
        return "every hour" + range + at;
    }

    /** Describes a step, which starts again every hour or day. */
    private static String step(int step, String unit, int all) {
        return all % step == 0 ? "every " + step + " " + unit + "s" : "every " + SpecField.ordinal(step) + " " + unit;
    }

    private String hourRange() {
        return hours.isRange() ? "from " + time(hours.first(), 0) + " to " + time(hours.last(), 59)
                : "in the hours " + hours.list(hour -> String.format(Locale.ROOT, "%02d", hour));
    }

    /** Describes the days. If both fields are set, a day must match at least one of them. */
    private String days() {
        String ofMonth = days.step() > 1 ? "every " + SpecField.ordinal(days.step()) + " day of the month"
                : "on day " + days.list(String::valueOf) + " of the month";
        String ofWeek = weekdays.isRange() ? "from " + weekdays.list(SpecWords::weekday)
                : "every " + weekdays.list(SpecWords::weekday);
        if (days.isAll()) {
            return weekdays.isAll() ? "every day" : ofWeek;
        }
        return weekdays.isAll() ? ofMonth : ofMonth + " and " + ofWeek;
    }

    private static String time(int hour, int minute) {
        return String.format(Locale.ROOT, "%02d:%02d", hour, minute);
    }

    private static String month(int number) {
        return Month.of(number).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    private static String weekday(int number) {
        return DayOfWeek.of(number == 0 ? 7 : number).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }
}
