package io.github.asynqee.inspect;

import java.time.Duration;

/**
 * The outbox of an application on a server, as reported by the server within the last minute. Servers that share a
 * database report the same rows.
 *
 * @param host the server's host name
 * @param pid the server's process ID
 * @param application the application
 * @param dataSource the JNDI name of the database
 * @param rows number of rows that wait to be stored in Redis
 * @param age age of the oldest waiting row; zero without waiting rows
 * @param setAside number of rejected rows, which cannot be stored
 * @param error error of a recently rejected row, at most 500 characters; empty without rejected rows
 * @param problem why rows are not stored, at most 500 characters; empty without a problem
 */
public record OutboxDetails(String host, int pid, String application, String dataSource, long rows, Duration age,
        long setAside, String error, String problem) {}
