package io.github.asynqee.inspect;

/** What a bulk change does with a task. A task whose state does not allow it is {@link BulkPage.BulkResult.Outcome#SKIPPED}. */
public enum BulkAction {
    /** Makes tasks pending that are scheduled, to be retried, archived, completed, or wait in a group. */
    RUN,
    /**
     * Archives tasks that are pending, scheduled, to be retried, completed, or wait in a group. The archive keeps 9,999
     * tasks for 90 days: the oldest ones beyond that are deleted.
     */
    ARCHIVE,
    /**
     * Restores tasks that {@link #ARCHIVE} has archived and that are archived since: scheduled, to be retried, completed, or
     * waiting in their group with the time they had, pending at the tail of their queue.
     */
    RESTORE,
    /** Deletes tasks of all states but active, and releases their unique locks. */
    DELETE,
    /** Publishes the request to cancel active tasks. There is no confirmation. */
    CANCEL
}
