package io.github.asynqee.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a task. Immutable. Values that are {@code null} are not changed. Durations and times are truncated to
 * whole seconds, like for new tasks.
 *
 * @param type the type, by which workers select the handler
 * @param payload the bytes of the payload, empty for no payload; do not modify it
 * @param maxRetry the maximum number of retries; a negative number means 0
 * @param timeout the maximum duration of one attempt; zero for no timeout, which means 30 minutes without a deadline
 * @param deadline the time by which the last attempt must end; the epoch for no deadline
 * @param retention the time for which the task is kept after success; zero deletes it
 * @param headers all headers; they replace the headers of the task
 * @param queue the queue of the duplicate; only for {@link TaskChanges#duplicate}
 * @param processAt when the duplicate runs, default at once; only for {@link TaskChanges#duplicate}
 * @param uniqueFor the lifetime of the unique lock of the duplicate, at least 1 s, default no lock; only for
 *        {@link TaskChanges#duplicate}
 */
public record TaskEdit(@Nullable String type, byte @Nullable [] payload, @Nullable Integer maxRetry,
        @Nullable Duration timeout, @Nullable Instant deadline, @Nullable Duration retention,
        @Nullable Map<String, String> headers, @Nullable String queue, @Nullable Instant processAt,
        @Nullable Duration uniqueFor) {

    /** No changes. */
    public static final TaskEdit NONE = new TaskEdit(null, null, null, null, null, null, null, null, null, null);

    /**
     * Checks the values.
     *
     * @throws InvalidTaskException if type or queue is blank, a duration is between zero and one second, or a text
     *         cannot be encoded as UTF-8
     */
    public TaskEdit {
        if (maxRetry != null && maxRetry < 0) {
            maxRetry = 0;
        }
        headers = headers == null ? null : Map.copyOf(headers);
        Task<?> task = type == null ? Task.ofPayload(null) : Task.of(type, null);
        if (timeout != null) {
            task.timeout(timeout);
        }
        if (retention != null) {
            task.retention(retention);
        }
        task.with(new TaskOptions(null, queue, null, null, null, uniqueFor, null, null, null,
                headers == null ? Map.of() : headers, Uniqueness.NONE));
    }

    /**
     * Returns these changes with another type.
     *
     * @param to the type, {@code null} to keep it
     * @return the changes
     */
    public TaskEdit type(@Nullable String to) {
        return new TaskEdit(to, payload, maxRetry, timeout, deadline, retention, headers, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with another payload.
     *
     * @param to the bytes, {@code null} to keep the payload
     * @return the changes
     */
    public TaskEdit payload(byte @Nullable [] to) {
        return new TaskEdit(type, to, maxRetry, timeout, deadline, retention, headers, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with another maximum number of retries.
     *
     * @param to the number, {@code null} to keep it
     * @return the changes
     */
    public TaskEdit maxRetry(@Nullable Integer to) {
        return new TaskEdit(type, payload, to, timeout, deadline, retention, headers, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with another maximum duration of one attempt.
     *
     * @param to the duration, zero for none, {@code null} to keep it
     * @return the changes
     */
    public TaskEdit timeout(@Nullable Duration to) {
        return new TaskEdit(type, payload, maxRetry, to, deadline, retention, headers, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with another deadline.
     *
     * @param to the deadline, the epoch for none, {@code null} to keep it
     * @return the changes
     */
    public TaskEdit deadline(@Nullable Instant to) {
        return new TaskEdit(type, payload, maxRetry, timeout, to, retention, headers, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with another retention.
     *
     * @param to the retention, zero for none, {@code null} to keep it
     * @return the changes
     */
    public TaskEdit retention(@Nullable Duration to) {
        return new TaskEdit(type, payload, maxRetry, timeout, deadline, to, headers, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with other headers.
     *
     * @param to all headers, {@code null} to keep them
     * @return the changes
     */
    public TaskEdit headers(@Nullable Map<String, String> to) {
        return new TaskEdit(type, payload, maxRetry, timeout, deadline, retention, to, queue, processAt, uniqueFor);
    }

    /**
     * Returns these changes with the queue of the duplicate.
     *
     * @param to the queue, {@code null} for the queue of the task
     * @return the changes
     */
    public TaskEdit queue(@Nullable String to) {
        return new TaskEdit(type, payload, maxRetry, timeout, deadline, retention, headers, to, processAt, uniqueFor);
    }

    /**
     * Returns these changes with the start time of the duplicate.
     *
     * @param to the time, {@code null} for at once
     * @return the changes
     */
    public TaskEdit processAt(@Nullable Instant to) {
        return new TaskEdit(type, payload, maxRetry, timeout, deadline, retention, headers, queue, to, uniqueFor);
    }

    /**
     * Returns these changes with a unique lock of the duplicate.
     *
     * @param to the lifetime of the lock, {@code null} for no lock
     * @return the changes
     */
    public TaskEdit uniqueFor(@Nullable Duration to) {
        return new TaskEdit(type, payload, maxRetry, timeout, deadline, retention, headers, queue, processAt, to);
    }
}
