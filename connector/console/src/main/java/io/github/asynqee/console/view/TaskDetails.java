package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.json.Inline;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Tasks.UniqueLock;
import io.github.asynqee.internal.inspect.payload.PayloadReader;

/**
 * A task on its own page. Its members {@code payload} and {@code headers} replace the members of the row with these
 * names.
 *
 * @param result the result of its handler, {@code null} if there is none
 * @param headers its headers; masked values are asterisks
 * @param timeoutMs how long an attempt may last, 0 if that is not limited
 * @param deadline by when its last attempt must end, {@code null} if it is not limited
 * @param retentionMs for how long it is kept after success, 0 if it is not kept
 * @param recoveries how often it was recovered from a server that died, since it was enqueued or last archived. For a
 *        task with a checkpoint, it counts from the last recovery before which the checkpoint had advanced
 * @param startedAt when a server took the task to run it, {@code null} if no server runs the task
 * @param server the ID of the server that runs it, {@code null} if none does
 * @param uniqueKey the key of its unique lock, {@code null} if it was not enqueued as a unique task; if values are
 *        masked without the digest of the payload
 * @param lockHeld whether it holds that lock, {@code null} without such a key
 * @param attempts the known attempts that have ended
 * @param actions the actions that the user may take in its state
 */
public record TaskDetails(@Inline TaskRow row, Content payload, Content result, Map<String, String> headers,
        Duration timeoutMs, Instant deadline, Duration retentionMs, long recoveries, Instant startedAt, String server,
        String uniqueKey, Boolean lockHeld, List<Attempt> attempts,
        @Member(values = "run|archive|restore|delete|cancel|reschedule|edit|clone|move|unlock") List<String> actions) {

    private static final int MAX_TEXT = 256 * 1024;

    /** @param payloads decodes payloads for the user */
    public static TaskDetails of(InspectedTask task, Masking masking, PayloadReader payloads, Running running,
            UniqueLock lock,
            List<TaskAttempt> attempts,
            List<String> actions) {
        TaskInfo info = task.info();
        Content payload = Content.of(info, masking, payloads);
        return new TaskDetails(TaskRow.of(task, masking, MAX_TEXT), payload,
                task.result() == null ? null : Content.of(task.result(), masking), masking.headers(info.headers()),
                info.timeout(), info.deadline(), info.retention(), task.recoveries(),
                running == null ? null : running.startedAt(), running == null ? null : running.server(),
                lock == null ? null : masking.uniqueKey(lock.key(), payload.isClosed()),
                lock == null ? null : lock.held(),
                attempts.stream().map(attempt -> Attempt.of(attempt, masking)).toList(), actions);
    }

    /**
     * An attempt.
     *
     * @param number the number of the attempt, from 1; several attempts have the same number if a failure was not
     *        counted
     * @param count more than 1 for attempts that are not recorded
     * @param startedAt {@code null} if it is not known or the handler was not called
     * @param endedAt the end; if the server died, the last extension of the lease; {@code null} if it is not known
     * @param durationMs {@code null} if start or end is not known
     * @param server {@code null} if it is not known
     * @param error {@code null} if there was none
     * @param traceId the trace ID of the attempt, or the trace ID in the task's headers if the attempt was not traced;
     *        {@code null} if neither exists
     */
    public record Attempt(@Member(min = 1) int number, @Member(min = 1) int count, TaskAttempt.Outcome outcome,
            Instant startedAt,
            Instant endedAt, @Member(min = Member.ANY) Duration durationMs, String server, String error,
            String traceId) {

        static Attempt of(TaskAttempt attempt, Masking masking) {
            return new Attempt(attempt.number(), attempt.count(), attempt.outcome(), attempt.startedAt(),
                    attempt.endedAt(), attempt.duration(), attempt.server(), masking.error(attempt.error()),
                    attempt.traceId());
        }
    }

    /** Where a task runs, and its start. */
    public record Running(String server, Instant startedAt) {}
}
