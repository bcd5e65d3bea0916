package io.github.asynqee.sample.playground;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.json.JsonValue;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.sample.api.Fields;

/**
 * A requested task in JSON:
 *
 * <pre>
 * {"type": "play:echo", "queue": "critical", "payload": {"any": "JSON"}, "payloadBase64": "AAEC", "id": "4711",
 *  "maxRetry": 3, "timeoutSeconds": 30, "deadline": "2030-01-31T12:00:00Z" or 1896091200, "processInMillis": 500,
 *  "processAt": as deadline, "uniqueForSeconds": 60, "retentionSeconds": 600, "group": "g", "headers": {"a": "b"}}
 * </pre>
 *
 * Only the type is required. The payload's bytes are its JSON text, so a JSON text keeps its quotes; {@code
 * payloadBase64} is for any other bytes.
 */
final class TaskRequest {

    private static final Set<String> KNOWN = Set.of("type", "queue", "payload", "payloadBase64", "id", "maxRetry",
            "timeoutSeconds", "deadline", "processInMillis", "processAt", "uniqueForSeconds", "retentionSeconds",
            "group", "headers");
    private static final long CENTURY = Duration.ofDays(36_525).toSeconds();

    private TaskRequest() {}

    /**
     * Reads a requested task.
     *
     * @throws InvalidTaskException if it is not acceptable
     */
    static Task<byte[]> read(JsonValue json) {
        Fields fields = Fields.of(json, KNOWN);
        return Task.of(fields.requiredText("type"), payload(fields)).with(options(fields));
    }

    private static byte[] payload(Fields fields) {
        Optional<JsonValue> json = fields.value("payload");
        Optional<String> base64 = fields.text("payloadBase64");
        if (json.isPresent() && base64.isPresent()) {
            throw new InvalidTaskException("\"payload\" and \"payloadBase64\" are both set: only one may be");
        }
        try {
            return json.map(value -> value.toString().getBytes(StandardCharsets.UTF_8))
                    .or(() -> base64.map(Base64.getDecoder()::decode))
                    .orElse(null);
        } catch (IllegalArgumentException e) {
            throw new InvalidTaskException("\"payloadBase64\" is not Base64: " + e.getMessage());
        }
    }

    private static TaskOptions options(Fields fields) {
        TaskOptions.Builder options = TaskOptions.builder();
        fields.text("queue").ifPresent(options::queue);
        fields.text("id").ifPresent(options::id);
        fields.number("maxRetry", 0, Integer.MAX_VALUE).map(Long::intValue).ifPresent(options::maxRetry);
        seconds(fields, "timeoutSeconds", 0).ifPresent(options::timeout);
        fields.time("deadline").ifPresent(options::deadline);
        if (fields.value("processInMillis").isPresent() && fields.value("processAt").isPresent()) {
            throw new InvalidTaskException("\"processInMillis\" and \"processAt\" are both set: only one may be");
        }
        fields.number("processInMillis", 0, CENTURY * 1000).map(Duration::ofMillis).ifPresent(options::processIn);
        fields.time("processAt").ifPresent(options::processAt);
        seconds(fields, "uniqueForSeconds", 1).ifPresent(options::uniqueFor);
        seconds(fields, "retentionSeconds", 0).ifPresent(options::retention);
        fields.text("group").ifPresent(options::group);
        options.headers(fields.texts("headers").orElse(Map.of()));
        return options.build();
    }

    private static Optional<Duration> seconds(Fields fields, String name, long least) {
        return fields.number(name, least, CENTURY).map(Duration::ofSeconds);
    }
}
