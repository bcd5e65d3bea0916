package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.json.Inline;
import io.github.asynqee.inspect.InspectedTask;

/**
 * A task on its own page. Its members {@code payload} and {@code headers} replace those of the row.
 *
 * @param result {@code null} if there is none
 * @param startedAt when the server that runs it took it
 * @param server the ID of the server that runs it
 * @param actions what the user may do with it in its state
 */
public record TaskDetails(@Inline TaskRow row, Content payload, Content result, Map<String, String> headers,
        Duration timeoutMs, Instant deadline, Duration retentionMs, long recoveries, Instant startedAt, String server,
        List<String> actions) {

    private static final int MAX_TEXT = 256 * 1024;

    public static TaskDetails of(InspectedTask task, Masking masking, Running running, List<String> actions) {
        TaskInfo info = task.info();
        byte[] payload = info.payload() == null ? new byte[0] : info.payload();
        return new TaskDetails(TaskRow.of(task, masking, MAX_TEXT), Content.of(payload, masking),
                task.result() == null ? null : Content.of(task.result(), masking), masking.headers(info.headers()),
                info.timeout(), info.deadline(), info.retention(), task.recoveries(),
                running == null ? null : running.startedAt(), running == null ? null : running.server(), actions);
    }

    /** Where and since when a task runs. */
    public record Running(String server, Instant startedAt) {}
}
