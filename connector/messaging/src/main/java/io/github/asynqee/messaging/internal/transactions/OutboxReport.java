package io.github.asynqee.messaging.internal.transactions;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The last known state of an outbox.
 *
 * @param name its database, and its table unless the table has the default name
 * @param table its table
 * @param problem why it cannot be used, or why rows are not stored; {@code null} without a problem
 * @param rows number of rows to store
 * @param age age of the oldest of these rows; zero without rows
 * @param setAside number of rejected rows, which Redis cannot store
 */
public record OutboxReport(String name, String table, @Nullable String problem, long rows, Duration age,
        long setAside) {}
