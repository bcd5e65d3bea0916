package io.github.asynqee.console.view;

import java.time.Instant;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.mask.Payloads;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.payload.PayloadReader;

/**
 * A task in a list.
 *
 * @param group the group it waits in, {@code null} if it is in none
 * @param payload the first 300 characters, {@code null} if it is binary
 * @param retried the number of retries so far
 * @param maxRetry the number of retries at most
 * @param lastError the beginning of the text of the last error, {@code null} if there is none
 * @param lastFailedAt time of the last failure, {@code null} if there is none
 * @param nextProcessAt when it runs, {@code null} unless it is scheduled or in retry
 * @param completedAt when it succeeded, {@code null} if it has not
 * @param since the time that belongs to its state, {@code null} if it is not known
 * @param orphaned whether it is active although its lease has expired
 * @param headers their number
 * @param progress {@code null} if the handler has reported none
 * @param waitsFor the limit that blocks the task: its name and, unless values are masked, the value of the key;
 *        {@code null} if no limit blocks the task
 */
public record TaskRow(String id, String queue, String type, TaskState state, String group, String payload, long retried,
        @Member(min = Member.ANY) long maxRetry, String lastError, Instant lastFailedAt, Instant nextProcessAt,
        Instant completedAt,
        Instant since, boolean orphaned, long headers, ProgressView progress, String waitsFor) {

    private static final int MAX_TEXT = 300;

    /**
     * The latest progress reported by the handler.
     *
     * @param message the text, {@code null} if there is none
     */
    public record ProgressView(@Member(min = Member.ANY) long percent, String message) {}

    /** The row of a list. */
    public static TaskRow of(InspectedTask task, Masking masking) {
        return of(task, masking, MAX_TEXT);
    }

    /** The row with payload and error up to a length. */
    static TaskRow of(InspectedTask task, Masking masking, int maxText) {
        TaskInfo info = task.info();
        // a list is the same for all its readers, so encrypted payloads are not decrypted
        byte[] restored = PayloadReader.OF_LISTS.read(info).bytes();
        String payload = restored == null ? null : masking.text(restored);
        ProgressView progress = task.progress() == null ? null
                : new ProgressView(task.progress().percent(), task.progress().note());
        return new TaskRow(info.id(), info.queue(), info.type(), info.state(),
                emptyToNull(info.group()), payload == null ? null : Payloads.cut(payload, maxText), info.retried(),
                info.maxRetry(), emptyToNull(Payloads.cut(masking.error(info.lastError()), maxText)),
                info.lastFailedAt(),
                due(info), info.completedAt(), task.since(), task.orphaned(), info.headers().size(),
                progress, masking.limitKey(task.waitsFor()));
    }

    private static String emptyToNull(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /**
     * When a scheduled task runs; {@code null} for a pending task, because the inspector's value is the current time,
     * which would look like a change.
     */
    static Instant due(TaskInfo info) {
        return info.state() == TaskState.SCHEDULED || info.state() == TaskState.RETRY ? info.nextProcessAt() : null;
    }
}
