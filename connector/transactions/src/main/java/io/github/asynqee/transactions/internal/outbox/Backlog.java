package io.github.asynqee.transactions.internal.outbox;

import java.time.Duration;

/**
 * The backlog of an outbox.
 *
 * @param rows number of rows to store
 * @param age age of the oldest of these rows; zero without rows
 * @param setAside number of rejected rows, which Redis cannot store
 * @param error error of the most recently added rejected row; empty without rejected rows
 */
record Backlog(long rows, Duration age, long setAside, String error) {

    static final Backlog NONE = new Backlog(0, Duration.ZERO, 0, "");
}
