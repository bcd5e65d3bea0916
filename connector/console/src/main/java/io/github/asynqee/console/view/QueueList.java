package io.github.asynqee.console.view;

import java.util.List;

/**
 * A part of the list of queues.
 *
 * @param next the cursor of the next part, {@code null} at the end
 * @param total the number of all queues that the filter finds
 * @param freshness how old the rows are, of all queues
 */
public record QueueList(List<QueueRow> items, String next, long total, Freshness freshness) {}
