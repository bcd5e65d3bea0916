package io.github.asynqee.console.query;

import java.util.function.Function;

import jakarta.json.JsonValue;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.json.Json;

/** Payloads as JSON. The latest is kept: several clauses of a query look at the same task. */
final class PayloadJson {

    private final Function<byte[], String> payloadText;
    private volatile Parsed latest = new Parsed(null, null);

    PayloadJson(Function<byte[], String> payloadText) {
        this.payloadText = payloadText;
    }

    private record Parsed(byte[] payload, JsonValue value) {}

    /** The payload, {@code null} if it is not JSON. */
    JsonValue of(TaskInfo info) {
        byte[] payload = info.payload();
        if (payload == null) {
            return null;
        }
        Parsed parsed = latest;
        if (parsed.payload() != payload) {
            String text = payloadText.apply(payload);
            parsed = new Parsed(payload, text == null ? null : Json.parse(text));
            latest = parsed;
        }
        return parsed.value();
    }
}
