package io.github.asynqee.inspect;

import java.time.Duration;

/**
 * The outbox of an application on one server, as that reported it within the last minute. Servers whose applications have the
 * same database report the same rows.
 *
 * @param host the server's host name
 * @param pid the server's process ID
 * @param application the application
 * @param dataSource the JNDI name of the database
 * @param rows the rows that wait to be stored in Redis
 * @param age the age of the oldest of them; zero if there is none
 * @param setAside the rows that cannot be stored and were set aside
 * @param error the error of one of the rows that were set aside last, at most 500 characters; empty if there is none
 * @param problem why rows are not stored, at most 500 characters; empty if nothing is wrong
 */
public record OutboxDetails(String host, int pid, String application, String dataSource, long rows, Duration age,
        long setAside, String error, String problem) {}
