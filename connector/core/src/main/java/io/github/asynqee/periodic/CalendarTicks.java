package io.github.asynqee.periodic;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import io.github.asynqee.periodic.CronField.Kind;

/**
 * Ticks of a spec of five fields. A local time that daylight saving skips has no tick on that day; a repeated one has
 * two.
 */
final class CalendarTicks {

    private static final int YEARS = 5;

    private final ZoneId zone;
    private final CronField minutes;
    private final CronField hours;
    private final CronField daysOfMonth;
    private final CronField months;
    private final CronField daysOfWeek;

    CalendarTicks(String[] fields, ZoneId zone) {
        this.zone = zone;
        this.minutes = CronField.parse(Kind.MINUTE, fields[0]);
        this.hours = CronField.parse(Kind.HOUR, fields[1]);
        this.daysOfMonth = CronField.parse(Kind.DAY_OF_MONTH, fields[2]);
        this.months = CronField.parse(Kind.MONTH, fields[3]);
        this.daysOfWeek = CronField.parse(Kind.DAY_OF_WEEK, fields[4]);
    }

    /** The first tick after an instant. */
    Optional<Instant> next(Instant after) {
        if (minutes.bits() == 0 || hours.bits() == 0) {
            return Optional.empty();
        }
        ZonedDateTime time = after.atZone(zone).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        int lastYear = time.getYear() + YEARS;
        while (time.getYear() <= lastYear) {
            LocalDate date = time.toLocalDate();
            if (!months.matches(date.getMonthValue())) {
                time = startOf(date.withDayOfMonth(1).plusMonths(1), time);
            } else if (!isDay(date)) {
                time = startOf(date.plusDays(1), time);
            } else if (!hours.matches(time.getHour())) {
                // adds elapsed time instead of setting the local hour: daylight saving may repeat an hour
                time = time.plusSeconds(3_600L - 60L * time.getMinute() - time.getSecond());
            } else if (!minutes.matches(time.getMinute()) || time.getSecond() != 0) {
                time = time.plusSeconds(60L - time.getSecond());
            } else {
                return Optional.of(time.toInstant());
            }
        }
        return Optional.empty();
    }

    /**
     * Start of a day. If daylight saving repeats midnight, a day starts twice: returns the later start if the first has
     * passed.
     */
    private ZonedDateTime startOf(LocalDate date, ZonedDateTime now) {
        ZonedDateTime start = date.atStartOfDay(zone);
        return start.isAfter(now) ? start : start.withLaterOffsetAtOverlap();
    }

    /**
     * A day matches if the field of month days or the field of weekdays matches; if one of the two fields has a star,
     * both must match.
     */
    private boolean isDay(LocalDate date) {
        boolean ofMonth = daysOfMonth.matches(date.getDayOfMonth());
        boolean ofWeek = daysOfWeek
                .matches(date.getDayOfWeek() == DayOfWeek.SUNDAY ? 0 : date.getDayOfWeek().getValue());
        return daysOfMonth.star() || daysOfWeek.star() ? ofMonth && ofWeek : ofMonth || ofWeek;
    }
}
