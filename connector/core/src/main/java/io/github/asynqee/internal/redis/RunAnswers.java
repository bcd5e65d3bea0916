package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.CronCommands.RunAnswer;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;

/** Reads the answers of {@code answer_run.lua}. */
final class RunAnswers {

    private RunAnswers() {}

    /** Converts the fields result, error, msg, state and at; empty if there is no answer. */
    static Optional<RunAnswer> read(Object reply) {
        List<?> fields = Replies.list(reply);
        if (fields.get(0) == null) {
            return Optional.empty();
        }
        return Optional.of(new RunAnswer(RedisCronCommands.result((int) Replies.number(fields.get(0)), fields),
                fields.get(2) == null ? null : task(fields), Replies.text(fields.get(1))));
    }

    private static TaskInfo task(List<?> fields) {
        TaskState state = TaskState.valueOf(Replies.text(fields.get(3)).toUpperCase(Locale.ROOT));
        long at = Replies.number(fields.get(4));
        Instant next = switch (state) {
            case PENDING -> Instant.ofEpochSecond(0, at);
            case SCHEDULED -> Instant.ofEpochSecond(at);
            default -> null;
        };
        try {
            return TaskMessage.parse(Replies.bytes(fields.get(2))).toInfo(state, next);
        } catch (UndecodableMessageException e) {
            throw new BrokerException("the answer of a scheduler cannot be decoded: " + e.getMessage(), e);
        }
    }
}
