package io.github.asynqee.inspect;

/**
 * The action of a bulk change. Tasks in states that the action does not name are {@link
 * BulkPage.BulkResult.Outcome#SKIPPED}.
 */
public enum BulkAction {
    /** Makes tasks pending that are scheduled, in retry, archived, completed or aggregating. */
    RUN,
    /**
     * Archives tasks that are pending, scheduled, in retry, completed or aggregating. The archive keeps 9,999 tasks
     * for 90 days, and deletes the oldest tasks beyond that.
     */
    ARCHIVE,
    /**
     * Restores tasks that {@link #ARCHIVE} has archived and that are still archived. Tasks return to the state and
     * time that they had before; pending tasks go to the tail of their queue.
     */
    RESTORE,
    /** Deletes tasks in all states except active, and releases their unique locks. */
    DELETE,
    /** Requests the cancellation of active tasks. Servers do not confirm it. */
    CANCEL
}
