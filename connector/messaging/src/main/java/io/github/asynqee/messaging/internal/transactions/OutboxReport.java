package io.github.asynqee.messaging.internal.transactions;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The state of an outbox, as it was read last.
 *
 * @param name its database, and its table if that has not the default name
 * @param table its table
 * @param problem why it cannot be used, or why rows are not stored; {@code null} if nothing is wrong
 * @param rows the rows that wait to be stored
 * @param age the age of the oldest of them, zero if there is none
 * @param setAside the rows that have been set aside
 */
public record OutboxReport(String name, String table, @Nullable String problem, long rows, Duration age,
        long setAside) {}
