package io.github.asynqee.statistics;

import java.time.Duration;

/** A range of time for which statistics can be read, and the step of its points. */
public enum StatisticsRange {
    /** The last hour, by minute. */
    HOUR("1h", Duration.ofMinutes(1), 60),
    /** The last 24 hours, by hour. */
    DAY("24h", Duration.ofHours(1), 24),
    /** The last 7 days, by hour. */
    WEEK("7d", Duration.ofHours(1), 168),
    /** The last 30 days, by day (UTC). */
    MONTH("30d", Duration.ofDays(1), 30);

    private final String text;
    private final Duration step;
    private final int points;

    StatisticsRange(String text, Duration step, int points) {
        this.text = text;
        this.step = step;
        this.points = points;
    }

    /** @return the range as text: {@code 1h}, {@code 24h}, {@code 7d} or {@code 30d} */
    public String text() {
        return text;
    }

    /** @return the time between two points */
    public Duration step() {
        return step;
    }

    /** @return the number of points; the last point is not complete yet */
    public int points() {
        return points;
    }
}
