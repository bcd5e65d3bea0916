package io.github.asynqee;

import java.util.Locale;

/** State of a task. Redis stores the lower-case name in the field {@code state} of the task's hash. */
public enum TaskState {
    /** Leased by a worker. */
    ACTIVE,
    /** Ready to run. */
    PENDING,
    /** Delayed by its producer until a later time. */
    SCHEDULED,
    /** Failed; retried at a later time. */
    RETRY,
    /** Failed permanently; kept for inspection. */
    ARCHIVED,
    /** Succeeded and kept for its retention. */
    COMPLETED,
    /** Waits in a group to be processed together with other tasks. */
    AGGREGATING;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /**
     * The name stored in Redis.
     *
     * @return the lower-case name
     */
    public String wireName() {
        return wireName;
    }
}
