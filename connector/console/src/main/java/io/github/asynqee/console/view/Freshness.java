package io.github.asynqee.console.view;

import java.time.Instant;

/**
 * How old the rows of the queues are. With many queues they are read round-robin.
 *
 * @param queues the number of queues
 * @param fresh how many of them were read in the last 15 seconds
 * @param oldestAt when the oldest row was read, {@code null} if there is none
 * @param unread how many could not be read at the last attempt, because a node of a cluster is down or a key has a wrong type
 */
public record Freshness(long queues, long fresh, Instant oldestAt, long unread) {}
