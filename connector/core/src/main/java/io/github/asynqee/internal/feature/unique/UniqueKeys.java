package io.github.asynqee.internal.feature.unique;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.Uniqueness.Until;
import io.github.asynqee.internal.broker.StoreRule;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.UniqueKey;

/**
 * The key of a unique task, and the rule for it.
 *
 * @param key the key without the prefix of the queue; {@code null} if the task is not unique
 * @param until until when the task holds it
 * @param onDuplicate what happens if another task holds it
 * @param time the maximum time for which the task holds the key
 */
public record UniqueKeys(String key, Until until, OnDuplicate onDuplicate, Duration time) {

    /**
     * Reads the options of a task.
     *
     * @param options the options
     * @param type the type of the task
     * @param payload the payload of the task
     * @return the key and its rule
     * @throws InvalidTaskException if they cannot be combined
     */
    public static UniqueKeys of(TaskOptions options, String type, byte[] payload) {
        Uniqueness set = options.uniqueness();
        Until until = set.until() == null ? Until.SUCCESS : set.until();
        OnDuplicate onDuplicate = set.onDuplicate() == null ? OnDuplicate.REJECT : set.onDuplicate();
        if (options.uniqueFor() == null) {
            if (!set.equals(Uniqueness.NONE)) {
                throw new InvalidTaskException("the task has a key, scope or policy of uniqueness but no time: set it "
                        + "with unique(…), so that the key ends if the task is lost");
            }
            return new UniqueKeys(null, until, onDuplicate, null);
        }
        boolean plain = until == Until.SUCCESS && onDuplicate == OnDuplicate.REJECT;
        if (!plain && options.group() != null) {
            throw new InvalidTaskException("a task of group \"" + options.group() + "\" cannot be unique until "
                    + until.text() + " with the policy " + onDuplicate.text()
                    + ", only until success with the policy reject: the group is handled as a whole");
        }
        if (onDuplicate == OnDuplicate.REPLACE && options.id() != null) {
            throw new InvalidTaskException("task \"" + options.id() + "\" cannot replace another one that holds its "
                    + "key: that one keeps its own ID. Leave the ID out and use a unique key");
        }
        String common = set.key() == null ? UniqueKey.ofPayload(type, payload) : UniqueKey.ofKey(type, set.key());
        String key = until == Until.TIME ? UniqueKey.window(common) : UniqueKey.lock(common);
        return new UniqueKeys(key, until, onDuplicate, options.uniqueFor());
    }

    /** The lock that the running attempt releases; empty if there is none. */
    public String lock(String queue) {
        return key == null || until == Until.TIME ? "" : QueueKeys.of(queue).prefix() + key;
    }

    /** Whether the task may replace another one. */
    public boolean replaces() {
        return key != null && onDuplicate == OnDuplicate.REPLACE;
    }

    /**
     * The lifetime of the key. For a delayed task it counts from the time to run, unless the key is held for a fixed
     * time after enqueueing.
     */
    public Duration lifetime(Instant now, Instant runsAt) {
        return time == null || until == Until.TIME ? time : Duration.between(now, runsAt.plus(time));
    }

    /** The rule; {@code null} if asynq's own lock is enough. */
    public StoreRule rule() {
        boolean plain = until == Until.SUCCESS && onDuplicate == OnDuplicate.REJECT;
        return key == null || plain ? null : new UniqueRule(key, until, onDuplicate);
    }
}
