package io.github.asynqee.model;

/**
 * What the broker deliberately does otherwise than Go asynq, each by the first column of its row in
 * {@code docs/compatibility.md}. The expected key space is the model's, changed by these and by nothing else.
 */
enum Difference {

    LOCK_GIVEN_BACK("enqueue of a unique task whose ID is taken", "the lock just taken is deleted"),

    GROUPED_TASK_NAMES_ITS_LOCK("unique task added to a group", "the hash names the lock"),

    SEVERAL_AT_ONCE("dequeue", "one call has the effects of several"),

    VANISHED_TASK_TAKEN_OUT("dequeue of an ID without a message", "the ID and its bare hash are removed"),

    QUARANTINE("dequeue of a message that cannot be decoded, or is another task's",
            "handed out as unusable, so that it can be archived with the original bytes as its payload"),

    FENCED("done, complete, retry, archive, requeue, extend lease",
            "nothing is changed if the lease does not carry the worker's own score"),

    ALL_OR_NOTHING("the same, lease entry missing", "nothing is changed"),

    LEASE_GIVEN("active without a lease entry", "the repair gives it a lease"),

    LEASE_REPAIRED("lease entry of an ID that is not active, or that has no message",
            "the repair puts the task back into the queue, or drops the entry"),

    COMPLETED_ALREADY("complete of an ID that is among the completed already", "it is completed all the same"),

    WAITS_FROM_NOW("requeue", "pending_since is set"),

    NO_RESULT_OF_A_LOST_TASK("write result of a task that is gone", "nothing is written"),

    TRIMMED_TASKS_UNLOCK("archive: trimming", "locks of trimmed tasks are deleted"),

    TRIMMED_AT_ONCE("archive: trimming", "a task that is trimmed by its own archiving leaves no hash"),

    FORWARDED_GROUP_IS_LISTED("forward into a group, reclaimed sets", "the group is listed"),

    RECLAIMED_GROUP_IS_LISTED("forward into a group, reclaimed sets", "the group is listed again"),

    NOTHING_TO_FORWARD("forward of an ID without a message", "the ID is removed and gets no hash"),

    FORWARD_ALTERNATES("forward of more than 100 due tasks", "batches of scheduled and of failed tasks take turns"),

    MISSING_MEMBERS_TOLD("member of a staged set that is gone or cannot be decoded",
            "it is told apart from the messages"),

    STAGED_SET_EXTENDED("staged set whose handler runs on", "it gets its full time again"),

    MEMBERS_SETTLED_ALONE("handler of a group that fails", "each member is settled as a task that ran alone"),

    MEMBERS_COUNTED("members of an aggregated set", "they count as processed"),

    MEMBERS_UNLOCK("deletion of an aggregated set", "the members' locks are deleted"),

    AGGREGATED_AT_ONCE("enqueue of the aggregate and deletion of its set", "both or neither"),

    HISTORY_EXPIRES("scheduler history", "it expires 90 days after the last event"),

    LISTING_ONLY_READS("listing servers and schedulers", "expired ones stay"),

    WRITING_REMOVES_EXPIRED("listing servers and schedulers", "expired ones are removed by the next to write");

    private final String row;
    private final String effect;

    Difference(String row, String effect) {
        this.row = row;
        this.effect = effect;
    }

    /** The first column of the row that tells users. */
    String row() {
        return row;
    }

    @Override
    public String toString() {
        return name() + ": " + row + ": " + effect;
    }
}
