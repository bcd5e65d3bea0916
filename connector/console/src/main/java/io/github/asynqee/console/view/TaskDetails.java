package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.json.Inline;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Tasks.UniqueLock;

/**
 * A task on its own page. Its members {@code payload} and {@code headers} replace those of the row.
 *
 * @param result {@code null} if there is none
 * @param startedAt when the server that runs it took it
 * @param server the ID of the server that runs it
 * @param uniqueKey the key of its unique lock, {@code null} if it was not enqueued as a unique task; if values are masked
 *        without the digest of the payload
 * @param lockHeld whether it holds that lock, {@code null} as the key
 * @param attempts the known attempts that have ended
 * @param actions what the user may do with it in its state
 */
public record TaskDetails(@Inline TaskRow row, Content payload, Content result, Map<String, String> headers,
        Duration timeoutMs, Instant deadline, Duration retentionMs, long recoveries, Instant startedAt, String server,
        String uniqueKey, Boolean lockHeld, List<Attempt> attempts, List<String> actions) {

    private static final int MAX_TEXT = 256 * 1024;

    public static TaskDetails of(InspectedTask task, Masking masking, Running running, UniqueLock lock,
            List<TaskAttempt> attempts,
            List<String> actions) {
        TaskInfo info = task.info();
        byte[] payload = info.payload() == null ? new byte[0] : info.payload();
        return new TaskDetails(TaskRow.of(task, masking, MAX_TEXT), Content.of(payload, masking),
                task.result() == null ? null : Content.of(task.result(), masking), masking.headers(info.headers()),
                info.timeout(), info.deadline(), info.retention(), task.recoveries(),
                running == null ? null : running.startedAt(), running == null ? null : running.server(),
                lock == null ? null : masking.uniqueKey(lock.key()), lock == null ? null : lock.held(),
                attempts.stream().map(attempt -> Attempt.of(attempt, masking)).toList(), actions);
    }

    /** An attempt; {@code count} is more than 1 for an entry of several attempts that are not recorded. */
    public record Attempt(int number, int count, TaskAttempt.Outcome outcome, Instant startedAt,
            Instant endedAt, Duration durationMs, String server, String error, String traceId) {

        static Attempt of(TaskAttempt attempt, Masking masking) {
            return new Attempt(attempt.number(), attempt.count(), attempt.outcome(), attempt.startedAt(),
                    attempt.endedAt(), attempt.duration(), attempt.server(), masking.error(attempt.error()),
                    attempt.traceId());
        }
    }

    /** Where a task runs, and its start. */
    public record Running(String server, Instant startedAt) {}
}
