package io.github.asynqee.record;

/**
 * Deliberate differences from the Go library, each with the first column of its row in {@code docs/compatibility.md}.
 * The {@link Operation} concerned defines the expected result.
 */
enum Difference {

    // ---- producing

    LOCK_RELEASED("enqueue of a unique task whose ID is taken", "the new lock is deleted"),

    LOCK_LIVES_A_SECOND("uniqueness lock that would live less than a second",
            "refused before anything is written; Go registers the queue first"),

    GROUPED_TASK_NAMES_ITS_LOCK("unique task added to a group", "the hash names the lock"),

    MESSAGE_NAMES_LOCK_AND_GROUP("new task whose message does not name its lock, or another group",
            "no lock: refused; the message's group is used"),

    // ---- working

    VANISHED_TASK_REMOVED("dequeue of an ID without a message", "the ID and its bare hash are removed"),

    QUARANTINE("dequeue of a message that cannot be decoded, or is another task's",
            "returned separately from usable tasks; recovery archives it with the original bytes as its payload"),

    UNKNOWN_FIELDS_KEPT("fields of later versions in a message", "they are preserved"),

    NOTHING_TO_EXTEND("extend lease of no task", "nothing is sent"),

    ALL_OR_NOTHING("the same, lease entry missing", "nothing is changed"),

    COMPLETED_ALREADY("complete of an ID that is among the completed already", "it is completed nevertheless"),

    RETENTION_WITHOUT_END("retention that ends beyond what can be expressed", "kept permanently"),

    WAITS_FROM_NOW("requeue", "pending_since is set"),

    NO_RESULT_OF_A_LOST_TASK("write result of a task that is gone", "nothing is written"),

    ERROR_TEXT_REPAIRED("error text", "bytes that are not UTF-8 are replaced, and the task is retried"),

    BROKEN_COUNTER("counter that cannot be incremented",
            "it is unchanged; the outcome is written"),

    TRIMMED_TASKS_UNLOCK("archive: trimming", "locks of trimmed tasks are deleted"),

    // ---- maintenance

    LEASE_ADDED("active without a lease entry", "the repair gives it a lease"),

    LEASE_REPAIRED("lease entry of an ID that is not active, or that has no message",
            "the repair requeues the task or drops the entry"),

    FORWARDED_GROUP_IS_LISTED("forward into a group, reclaimed sets", "the group is listed"),

    RECLAIMED_GROUP_IS_LISTED("forward into a group, reclaimed sets", "the group is listed again"),

    NOTHING_TO_FORWARD("forward of an ID without a message", "the ID is removed and no hash is created"),

    // ---- groups

    MISSING_MEMBERS_SEPARATE("member of a staged set that is gone or cannot be decoded",
            "it is returned separately from the messages"),

    // ---- registries

    EMPTY_PAGE_REFUSED("page of the scheduler history before the first, or of no events",
            "refused; Go returns all events or those of the last page"),

    LIFE_CUT("life of a server's entry with a fraction of a second", "cut to whole seconds"),

    HISTORY_EXPIRES("scheduler history", "it expires 90 days after the last event"),

    LISTING_ONLY_READS("listing servers and schedulers", "expired ones stay"),

    WRITING_REMOVES_EXPIRED("listing servers and schedulers", "expired ones are removed by the next write");

    private final String row;
    private final String instead;

    Difference(String row, String instead) {
        this.row = row;
        this.instead = instead;
    }

    /** The first column of the row in the documentation. */
    String row() {
        return row;
    }

    @Override
    public String toString() {
        return name() + ": " + row + ": " + instead;
    }
}
