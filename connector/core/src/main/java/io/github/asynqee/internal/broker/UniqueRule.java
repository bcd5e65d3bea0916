package io.github.asynqee.internal.broker;

import java.util.Objects;

import io.github.asynqee.Uniqueness;

/**
 * How a unique task meets another one that holds its key, if asynq's own lock is not enough.
 *
 * @param key the key without the prefix of the queue
 * @param until until when a task holds it
 * @param onDuplicate what happens if another task holds it
 */
public record UniqueRule(String key, Uniqueness.Until until, Uniqueness.OnDuplicate onDuplicate) {

    /** Checks that nothing is missing. */
    public UniqueRule {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(until, "until");
        Objects.requireNonNull(onDuplicate, "onDuplicate");
    }
}
