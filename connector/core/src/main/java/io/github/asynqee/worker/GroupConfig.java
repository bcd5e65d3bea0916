package io.github.asynqee.worker;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of a channel of groups: which groups it handles, and when a group is due.
 *
 * @param prefix prefix of the names of the groups; empty for all. If several channels consume a queue, the channel with
 *        the longest matching prefix receives the group
 * @param gracePeriod a group is due when no task has joined it for this time; at least 1 s, truncated to whole seconds
 * @param maxDelay a group is also due when its oldest task has waited for this time, truncated to whole seconds; zero
 *        for no limit
 * @param maxSize a group is also due when it has this number of tasks, which is also the maximum number handled at
 *        once; 0 for no limit, but at most 10,000 tasks are handled at once
 */
public record GroupConfig(String prefix, Duration gracePeriod, Duration maxDelay, int maxSize) {

    /** All groups, with asynq's grace period of one minute, and at most 1,000 tasks at once. */
    public static final GroupConfig DEFAULT = new GroupConfig("", Duration.ofMinutes(1), Duration.ZERO, 1_000);

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public GroupConfig {
        Objects.requireNonNull(prefix, "prefix");
        if (gracePeriod.getSeconds() < 1) {
            throw new IllegalArgumentException("grace period of groups must be at least 1 s: " + gracePeriod);
        }
        if (maxDelay.isNegative() || !maxDelay.isZero() && maxDelay.getSeconds() == 0) {
            throw new IllegalArgumentException("max delay of groups must be zero or at least 1 s: " + maxDelay);
        }
        if (maxSize < 0) {
            throw new IllegalArgumentException("max size of groups must be at least 0: " + maxSize);
        }
    }
}
