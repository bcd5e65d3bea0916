package io.github.asynqee.worker;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.protocol.TaskMessage;

/** When an attempt must have ended (protocol section 7.3). */
final class Deadlines {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(30);

    private Deadlines() {}

    static Instant effective(TaskMessage message, Instant now) {
        boolean hasTimeout = !message.timeout().isZero();
        Instant deadline = message.deadline();
        if (deadline == null) {
            return now.plus(hasTimeout ? message.timeout() : DEFAULT_TIMEOUT);
        }
        if (!hasTimeout) {
            return deadline;
        }
        Instant timedOut = Instant.ofEpochSecond(now.getEpochSecond()).plus(message.timeout());
        return timedOut.isBefore(deadline) ? timedOut : deadline;
    }
}
