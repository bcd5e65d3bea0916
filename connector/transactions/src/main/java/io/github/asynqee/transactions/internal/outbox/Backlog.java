package io.github.asynqee.transactions.internal.outbox;

import java.time.Duration;

/**
 * What waits in an outbox.
 *
 * @param rows the rows that are to be stored
 * @param age the age of the oldest of them; zero if there is none
 * @param setAside the rows that have been set aside
 * @param error the error of the last one of these; empty if there is none
 */
record Backlog(long rows, Duration age, long setAside, String error) {

    static final Backlog NONE = new Backlog(0, Duration.ZERO, 0, "");
}
