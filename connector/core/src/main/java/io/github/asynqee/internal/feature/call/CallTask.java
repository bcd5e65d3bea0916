package io.github.asynqee.internal.feature.call;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.ProcessTime;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.protocol.AttemptLimit;

/**
 * A task with a caller that waits for its result.
 *
 * @param task the task with the options of a call
 * @param mark a text that only its message contains; {@code null} to use its ID, which is random
 * @param deletes whether the completed task is deleted when its result was read
 */
public record CallTask(Task<?> task, String mark, boolean deletes) {

    /** The header that distinguishes the task of a call from others with the same ID, if its sender chose the ID. */
    public static final String HEADER = "call-id";

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration RETENTION = Duration.ofMinutes(1);

    /**
     * Sets the options of a call.
     *
     * @param task the task
     * @param timeout the caller's time-out
     * @param now the time of the call
     * @return the task to enqueue
     * @throws InvalidTaskException if the task cannot be called
     */
    public static CallTask of(Task<?> task, Duration timeout, Instant now) {
        if (task == null) {
            throw new InvalidTaskException("task must not be null");
        }
        if (timeout == null || timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw new InvalidTaskException("the time-out of a call must be from 1 ms to 1 day: " + timeout);
        }
        TaskOptions options = task.options();
        if (options.group() != null) {
            throw new InvalidTaskException("a task of group \"" + options.group()
                    + "\" cannot be called: it is handled with others, and has no result of its own");
        }
        Instant end = now.plus(timeout);
        if (options.processAt() != null && beginsAfter(end, options.processAt(), now)) {
            throw new InvalidTaskException("the task would start after the time-out of its call, which is " + timeout);
        }
        // a unique task can be replaced by one with another content, which keeps its ID
        boolean random = options.id() == null && options.uniqueFor() == null;
        boolean deletes = options.retention() == null || options.retention().isZero();
        String mark = random ? null : UUID.randomUUID().toString();
        // also limits each attempt
        TaskOptions.Builder more = TaskOptions.builder()
                .deadline(earlier(options.deadline(), AttemptLimit.deadline(end)));
        if (options.timeout() != null && options.timeout().compareTo(timeout) < 0 && !options.timeout().isZero()) {
            more.timeout(AttemptLimit.besideDeadline(options.timeout()));
        }
        if (deletes) {
            more.retention(RETENTION);
        }
        if (!random) {
            more.header(HEADER, mark);
        } else if (!options.headers().containsKey(Task.KEY_HEADER)) {
            // decides the shard before the task is stored
            more.id(UUID.randomUUID().toString());
        }
        return new CallTask(task.with(more.build()), mark, deletes);
    }

    /**
     * Whether a task begins after an instant. False for a time that is out of range: it is rejected later, as for any
     * task.
     */
    private static boolean beginsAfter(Instant end, ProcessTime begin, Instant now) {
        try {
            return begin.from(now).isAfter(end);
        } catch (DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    private static Instant earlier(Instant own, Instant end) {
        return own == null || own.equals(Instant.EPOCH) || own.isAfter(end) ? end : own;
    }
}
