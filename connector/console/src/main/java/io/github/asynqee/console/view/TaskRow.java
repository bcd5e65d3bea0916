package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.Locale;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;

/**
 * A task in a list.
 *
 * @param payload its beginning, {@code null} if it is binary
 * @param headers their number
 */
public record TaskRow(String id, String queue, String type, String state, String group, String payload, long retried,
        long maxRetry, String lastError, Instant lastFailedAt, Instant nextProcessAt, Instant completedAt,
        Instant since, boolean orphaned, long headers, ProgressView progress) {

    private static final int MAX_TEXT = 300;

    /** What the handler reported last. */
    public record ProgressView(long percent, String message) {}

    /** The row of a list. */
    public static TaskRow of(InspectedTask task, Masking masking) {
        return of(task, masking, MAX_TEXT);
    }

    /** The row with payload and error up to a length. */
    static TaskRow of(InspectedTask task, Masking masking, int maxText) {
        TaskInfo info = task.info();
        String payload = info.payload() == null ? "" : masking.text(info.payload());
        ProgressView progress = task.progress() == null ? null
                : new ProgressView(task.progress().percent(), task.progress().note());
        return new TaskRow(info.id(), info.queue(), info.type(), info.state().name().toLowerCase(Locale.ROOT),
                emptyToNull(info.group()), payload == null ? null : Payloads.cut(payload, maxText), info.retried(),
                info.maxRetry(), emptyToNull(Payloads.cut(masking.error(info.lastError()), maxText)),
                info.lastFailedAt(),
                due(info), info.completedAt(), task.since(), task.orphaned(), info.headers().size(),
                progress);
    }

    private static String emptyToNull(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** When a scheduled task runs. A pending one can run at any time: the current time, which the inspector has, is no change. */
    static Instant due(TaskInfo info) {
        return info.state() == TaskState.SCHEDULED || info.state() == TaskState.RETRY ? info.nextProcessAt() : null;
    }
}
