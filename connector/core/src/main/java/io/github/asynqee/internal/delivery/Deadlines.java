package io.github.asynqee.internal.delivery;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Computes the deadline of an attempt (protocol section 7.3). */
public final class Deadlines {

    private Deadlines() {}

    /**
     * The deadline of a task that waits for a lane: its own deadline, if any; the timeout counts only while it runs.
     */
    static Instant ofWaiting(TaskMessage message) {
        return message.deadline() == null ? Instant.MAX : message.deadline();
    }

    /** The deadline of a group that waits for a lane: the earliest of its members. */
    static Instant ofWaiting(Collection<TaskMessage> messages) {
        return messages.stream().map(Deadlines::ofWaiting).min(Comparator.naturalOrder()).orElse(Instant.MAX);
    }

    /**
     * The deadline of a group: the longest of its members' timeouts, but at most the earliest of their own deadlines.
     */
    public static Instant effective(Collection<TaskMessage> messages, Instant now) {
        Instant longest = messages.stream().map(message -> effective(message, now)).max(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        Instant earliest = ofWaiting(messages);
        return earliest.isBefore(longest) ? earliest : longest;
    }

    public static Instant effective(TaskMessage message, Instant now) {
        boolean hasTimeout = !message.timeout().isZero();
        Instant deadline = message.deadline();
        if (deadline == null) {
            return after(now, hasTimeout ? message.timeout() : TaskOptions.DEFAULT_TIMEOUT);
        }
        if (!hasTimeout) {
            return deadline;
        }
        Instant timedOut = after(Instant.ofEpochSecond(now.getEpochSecond()), message.timeout());
        return timedOut.isBefore(deadline) ? timedOut : deadline;
    }

    /** A timeout too large for an {@link Instant} means no limit. */
    private static Instant after(Instant now, Duration timeout) {
        try {
            return now.plus(timeout);
        } catch (DateTimeException | ArithmeticException e) {
            return timeout.isNegative() ? Instant.MIN : Instant.MAX;
        }
    }
}
