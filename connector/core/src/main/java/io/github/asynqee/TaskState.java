package io.github.asynqee;

import java.util.Locale;

/**
 * Where a task is in its life. The lower-case name is what stands in the field {@code state} of the task's hash
 * (protocol section 2).
 */
public enum TaskState {
    /** A worker holds it under a lease. */
    ACTIVE,
    /** Ready to run. */
    PENDING,
    /** Runs at a later time set by its producer. */
    SCHEDULED,
    /** Failed, runs again at a later time. */
    RETRY,
    /** Failed for good; kept for inspection. */
    ARCHIVED,
    /** Succeeded and kept for its retention. */
    COMPLETED,
    /** Waits in a group to be handled together with others. */
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

    /**
     * The state of a stored name.
     *
     * @param wireName lower-case name as stored in Redis
     * @return the state
     * @throws IllegalArgumentException if there is no such state
     */
    public static TaskState ofWireName(String wireName) {
        for (TaskState state : values()) {
            if (state.wireName.equals(wireName)) {
                return state;
            }
        }
        throw new IllegalArgumentException("\"" + wireName + "\" is not a task state");
    }
}
