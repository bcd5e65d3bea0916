package io.github.asynqee.inspect;

import java.util.List;

/**
 * One step of a bulk change.
 *
 * @param results one for each task that matched the filter, in the order of the walk
 * @param examined the number of tasks that were read
 * @param next where the change goes on, {@code null} if it has come to its end. Printable text that can be stored and used
 *        later, by another process too
 */
public record BulkPage(List<BulkResult> results, long examined, String next) {}
