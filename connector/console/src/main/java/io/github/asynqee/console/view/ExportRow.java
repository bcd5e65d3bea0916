package io.github.asynqee.console.view;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.inspect.payload.PayloadReader;

/**
 * A task in an export, with what is masked left out.
 *
 * @param payload up to 256 KiB, {@code null} if it is binary
 * @param payloadBase64 {@code null} unless it is binary
 */
public record ExportRow(String id, String queue, String type, String state, String group, long retried, long maxRetry,
        String lastError, Instant lastFailedAt, Instant nextProcessAt, Instant completedAt, Instant since,
        boolean orphaned, Duration timeoutMs, Instant deadline, Duration retentionMs, Map<String, String> headers,
        String payload, String payloadBase64) {

    /** The columns of a CSV file. */
    public static final List<String> COLUMNS = Stream.of(ExportRow.class.getRecordComponents())
            .map(RecordComponent::getName).toList();

    /** As it is stored, so that it can be restored elsewhere, unless all can read it and there are values to mask. */
    private static Content payload(TaskInfo info, Masking masking) {
        return masking.isEmpty() || StepwiseCodec.hides(info.headers())
                ? Content.of(info.payload() == null ? new byte[0] : info.payload(), masking)
                : Content.of(info, masking, PayloadReader.WITHOUT_KEYS);
    }

    public static ExportRow of(InspectedTask task, Masking masking) {
        TaskInfo info = task.info();
        Content payload = payload(info, masking);
        return new ExportRow(info.id(), info.queue(), info.type(), info.state().name().toLowerCase(Locale.ROOT),
                info.group(), info.retried(), info.maxRetry(), masking.error(info.lastError()), info.lastFailedAt(),
                TaskRow.due(info), info.completedAt(), task.since(), task.orphaned(), info.timeout(),
                info.deadline(), info.retention(), masking.headers(info.headers()), payload.text(), payload.base64());
    }
}
