package io.github.asynqee.internal.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Claim;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.RunAnswer;
import io.github.asynqee.internal.broker.CronCommands.RunRequest;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;

/** Reads the replies of the scripts of periodic entries. */
final class CronReplies {

    /** Prefix of the fields of unrecorded firings. */
    static final String FIRING = "firing:";

    private CronReplies() {}

    /** The fields result, error, msg, state and at of a key of {@code answer_run.lua}; empty if there is no answer. */
    static Optional<RunAnswer> runAnswer(Object reply) {
        List<?> fields = Replies.list(reply);
        if (fields.get(0) == null) {
            return Optional.empty();
        }
        return Optional.of(new RunAnswer(result((int) Replies.number(fields.get(0)), fields),
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

    static Answer answer(Object reply) {
        List<?> parts = Replies.list(reply);
        return new Answer(result((int) Replies.number(parts.get(0)), parts), state(parts.get(1)));
    }

    private static Result result(int code, List<?> parts) {
        return switch (code) {
            case 1 -> Result.FIRED;
            case 2 -> Result.TAKEN;
            case 3 -> Result.PASSED;
            case 4 -> Result.OTHER_SPEC;
            case 5 -> Result.CLAIMED_ELSEWHERE;
            case 6 -> Result.ID_TAKEN;
            case 7 -> Result.DUPLICATE;
            case 8 -> Result.CLAIMED;
            case 9 -> Result.EARLY;
            default -> throw new BrokerException("unexpected reply of a cron script: " + parts, null);
        };
    }

    static State state(Object reply) {
        List<?> flat = Replies.list(reply);
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            fields.put(Replies.text(flat.get(i)), Replies.text(flat.get(i + 1)));
        }
        List<Firing> unrecorded = new ArrayList<>();
        fields.forEach((field, value) -> {
            if (field.startsWith(FIRING)) {
                unrecorded.add(firing(field.substring(FIRING.length()), value));
            }
        });
        Schedule schedule = fields.containsKey("last")
                ? new Schedule(fields.get("spec"), seconds(fields.get("anchor")), seconds(fields.get("last")))
                : null;
        return new State(schedule, seconds(fields.get("fired")), fields.containsKey("paused"),
                claim(fields.get("claim")), List.copyOf(unrecorded), fields.containsKey("produced"),
                request(fields.get("request")));
    }

    private static RunRequest request(String value) {
        if (value == null) {
            return null;
        }
        String[] parts = value.split(" ", 2);
        return new RunRequest(parts[0], Instant.ofEpochMilli(Long.parseLong(parts[1])));
    }

    private static Instant seconds(String value) {
        return value == null ? null : Instant.ofEpochSecond(Long.parseLong(value));
    }

    private static Claim claim(String value) {
        if (value == null) {
            return null;
        }
        String[] parts = value.split(" ", 3);
        return new Claim(seconds(parts[0]), parts[2], Instant.ofEpochMilli(Long.parseLong(parts[1])));
    }

    private static Firing firing(String taskId, String value) {
        String[] parts = value.split(" ", 3);
        return new Firing(taskId, seconds(parts[0]), Instant.EPOCH.plusNanos(Long.parseLong(parts[1])), parts[2]);
    }
}
