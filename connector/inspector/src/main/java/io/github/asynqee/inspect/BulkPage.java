package io.github.asynqee.inspect;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One step of a bulk change.
 *
 * @param results one result for each task that matched the filter, in the order of the walk
 * @param examined number of tasks read
 * @param next cursor for the next step, {@code null} when the change is complete. Printable text that can be stored
 *        and used later, also by another process
 * @param uncertain whether a reply of Redis was lost, so that tasks without a result may have been changed
 */
public record BulkPage(List<BulkResult> results, long examined, @Nullable String next, boolean uncertain) {

    /** Creates a step without lost results. */
    public BulkPage(List<BulkResult> results, long examined, @Nullable String next) {
        this(results, examined, next, false);
    }

    /**
     * The result of a bulk change for one task.
     *
     * @param queue the task's queue
     * @param id the task's ID
     * @param outcome whether it was changed
     * @param reason why it was not changed; empty if it was changed
     */
    public record BulkResult(String queue, String id, Outcome outcome, String reason) {

        /** Whether a task was changed. */
        public enum Outcome {
            /** The task was changed; for {@link BulkAction#CANCEL}: the request was published. */
            CHANGED,
            /** The state of the task does not allow the change, or the task has changed since it was read. */
            SKIPPED,
            /** Redis rejected the change; the task has not changed. */
            FAILED
        }
    }
}
