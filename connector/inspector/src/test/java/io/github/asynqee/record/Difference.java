package io.github.asynqee.record;

/**
 * Deliberate differences from the Go library, each with the first column of its row in {@code docs/contributing/compatibility.md}.
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

    RETENTION_WITHOUT_END("retention that ends beyond the largest representable time", "kept permanently"),

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

    UNDECODABLE_EVENT_LEFT_OUT("event in the scheduler history that cannot be decoded", "left out; Go's call fails"),

    LIFE_CUT("life of a server's entry with a fraction of a second", "cut to whole seconds"),

    HISTORY_EXPIRES("scheduler history", "it expires 90 days after the last event"),

    LISTING_ONLY_READS("listing servers and schedulers", "expired ones stay"),

    WRITING_REMOVES_EXPIRED("listing servers and schedulers", "expired ones are removed by the next write"),

    CANCELLATION_STORED("connection that receives cancellations", "what is published is stored for a minute, too"),

    // ---- inspector

    RUN_STARTS_LATENCY("inspector: run", "pending_since is set"),

    LOST_TASK_DROPPED("inspector: run or archive of all tasks, one without a message",
            "the ID is dropped, as by forward; a bare hash is not made"),

    LOST_TASK_HAS_ITS_ID("inspector: task without a message", "shown with its ID and state"),

    TRIMMED_TASKS_DELETED("inspector: archive, trimming", "hashes and locks of trimmed tasks are deleted"),

    BULK_DELETION_UNLOCKS("inspector: deletion of all pending tasks or of a group", "locks are released"),

    HASH_WITHOUT_STATE_DELETED("inspector: deletion of a hash without a state", "it is deleted; Go's script fails"),

    REMOVED_QUEUE_LEAVES_NOTHING("inspector: removal of a queue",
            "completed tasks, groups, staged sets, counters, locks and the pause are removed too"),

    MORE_TASKS_KEEP_A_QUEUE("inspector: removal of a queue with completed tasks or groups, not forced",
            "refused, and of one with groups that are handled in any case; Go leaves them behind"),

    COUNTERS_AS_STORED("inspector: counters beyond 2^53, or that are not numbers; memory of empty groups",
            "exact; no number is 0"),

    STATS_DESPITE_DAMAGE("inspector: statistics of a queue with a lost task or a broken counter",
            "returned; Go fails or panics"),

    UPDATE_OF_A_LOST_TASK_REFUSED("inspector: new payload for a task without a message",
            "refused; Go makes a message of the payload alone"),

    UPDATE_READS_THE_TASK_ALONE("inspector: new payload, scheduled zset of another type", "the task is changed"),

    PAGE_REFUSED("inspector: page before the first, or of no tasks",
            "refused; Go returns all tasks or those of the last page"),

    BLANK_QUEUE_REFUSED("inspector: blank name of a queue", "refused by each operation"),

    SLOT_IS_COMPUTED("inspector: cluster slot of a queue", "computed; Go asks Redis, which must be a cluster");

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
