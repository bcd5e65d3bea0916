package io.github.asynqee.inspect;

import java.time.LocalDate;

/**
 * The counters of a queue for one day.
 *
 * @param queue the queue
 * @param date the day (UTC)
 * @param processed the number of tasks processed, including failed tasks
 * @param failed the number of failed attempts
 */
public record DailyStats(String queue, LocalDate date, long processed, long failed) {}
