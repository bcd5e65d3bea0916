package io.github.asynqee.internal.delivery;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.protocol.TaskMessage;

/** When an attempt must have ended (protocol section 7.3). */
public final class Deadlines {

    private Deadlines() {}

    /** Until when a task may wait: its own deadline, if it has one; the timeout counts only while it runs. */
    static Instant ofWaiting(TaskMessage message) {
        return message.deadline() == null ? Instant.MAX : message.deadline();
    }

    /** Until when tasks may wait that run together: the earliest deadline of any. */
    static Instant ofWaiting(Collection<TaskMessage> messages) {
        return messages.stream().map(Deadlines::ofWaiting).min(Comparator.naturalOrder()).orElse(Instant.MAX);
    }

    /** Tasks that run together may take as long as the longest of them may alone, but no longer than any may wait. */
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

    /** A producer may mean "no limit" by a timeout that reaches beyond what can be expressed. */
    private static Instant after(Instant now, Duration timeout) {
        try {
            return now.plus(timeout);
        } catch (DateTimeException | ArithmeticException e) {
            return timeout.isNegative() ? Instant.MIN : Instant.MAX;
        }
    }
}
