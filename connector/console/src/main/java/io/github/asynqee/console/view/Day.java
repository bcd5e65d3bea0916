package io.github.asynqee.console.view;

import java.time.LocalDate;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.asynqee.inspect.DailyStats;

/**
 * The counters of a day.
 *
 * @param date UTC
 * @param processed failed attempts included
 * @param failed failed attempts
 */
public record Day(LocalDate date, long processed, long failed) {

    /** The sums per day, the latest day first. */
    public static List<Day> sum(List<DailyStats> counters) {
        TreeMap<LocalDate, Day> days = counters.stream().collect(Collectors.toMap(DailyStats::date,
                day -> new Day(day.date(), day.processed(), day.failed()),
                (one, other) -> new Day(one.date, one.processed + other.processed, one.failed + other.failed),
                TreeMap::new));
        return List.copyOf(days.descendingMap().values());
    }
}
