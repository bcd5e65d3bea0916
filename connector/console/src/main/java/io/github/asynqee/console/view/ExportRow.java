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
import io.github.asynqee.internal.codec.PayloadReference;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.protocol.PayloadCodec;

/**
 * A task in an export, without masked values.
 *
 * @param payload up to 256 KiB, {@code null} if it is binary or omitted
 * @param payloadBase64 {@code null} unless it is binary
 * @param payloadProblem why the payload is omitted, {@code null} if it is not
 */
public record ExportRow(String id, String queue, String type, String state, String group, long retried, long maxRetry,
        String lastError, Instant lastFailedAt, Instant nextProcessAt, Instant completedAt, Instant since,
        boolean orphaned, Duration timeoutMs, Instant deadline, Duration retentionMs, Map<String, String> headers,
        String payload, String payloadBase64, String payloadProblem) {

    /** The columns of a CSV file. */
    public static final List<String> COLUMNS = Stream.of(ExportRow.class.getRecordComponents())
            .map(RecordComponent::getName).toList();

    /**
     * Returns the stored form, so that the task can be restored elsewhere. If any pointers are masked, only an
     * encrypted payload keeps its stored form; any other payload is masked, and has no digest.
     */
    private static Content payload(TaskInfo info, Masking masking, PayloadReader reader) {
        String codec = info.headers().getOrDefault(PayloadCodec.CODEC_HEADER, "");
        return masking.isEmpty() || StepwiseCodec.hides(info.headers()) && !PayloadReference.isMark(codec)
                ? Content.of(info.payload() == null ? new byte[0] : info.payload(), masking)
                : Content.of(info, masking, reader);
    }

    /** @param reader the reader of this export, which decodes payloads so that they can be masked */
    public static ExportRow of(InspectedTask task, Masking masking, PayloadReader reader) {
        TaskInfo info = task.info();
        Content payload = payload(info, masking, reader);
        return new ExportRow(info.id(), info.queue(), info.type(), info.state().name().toLowerCase(Locale.ROOT),
                info.group(), info.retried(), info.maxRetry(), masking.error(info.lastError()), info.lastFailedAt(),
                TaskRow.due(info), info.completedAt(), task.since(), task.orphaned(), info.timeout(),
                info.deadline(), info.retention(), masking.headers(info.headers()), payload.text(), payload.base64(),
                payload.stored() == null ? null : payload.stored().problem());
    }
}
