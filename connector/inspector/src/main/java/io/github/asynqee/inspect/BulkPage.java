package io.github.asynqee.inspect;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One step of a bulk change.
 *
 * @param results one for each task that matched the filter, in the order of the walk
 * @param examined the number of tasks that were read
 * @param next where the change continues, {@code null} at its end. Printable text that can be stored and used
 *        later, by another process too
 * @param uncertain whether the step ended because an answer of Redis was lost, so that more tasks may have been changed than
 *        those in any results
 */
public record BulkPage(List<BulkResult> results, long examined, @Nullable String next, boolean uncertain) {

    /** A step of which all results are known. */
    public BulkPage(List<BulkResult> results, long examined, @Nullable String next) {
        this(results, examined, next, false);
    }

    /**
     * The result of a bulk change for one task.
     *
     * @param queue the task's queue
     * @param id the task's ID
     * @param outcome whether it was changed
     * @param reason why it was not changed, empty if it was
     */
    public record BulkResult(String queue, String id, Outcome outcome, String reason) {

        /** Whether a task was changed. */
        public enum Outcome {
            /** The task was changed; for {@link BulkAction#CANCEL}: the request was published. */
            CHANGED,
            /** The state of the task does not allow the change, or the task has changed since it was read. */
            SKIPPED,
            /** Redis refused the change; the task is as it was. */
            FAILED
        }
    }
}
