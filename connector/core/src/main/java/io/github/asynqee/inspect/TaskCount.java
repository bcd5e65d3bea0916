package io.github.asynqee.inspect;

import java.util.List;

/**
 * How many tasks match a filter: the preview of a bulk change.
 *
 * @param matching the number of tasks that match, of those that were read by this call
 * @param examined the number of tasks that were read by this call
 * @param sample the first tasks that match, at most {@link BulkOperations#SAMPLE_SIZE}
 * @param next where the count goes on, {@code null} if it has come to its end
 */
public record TaskCount(long matching, long examined, List<InspectedTask> sample, String next) {}
