package io.github.asynqee.inspect;

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
