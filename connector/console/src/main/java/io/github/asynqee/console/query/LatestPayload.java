package io.github.asynqee.console.query;

import java.util.function.Function;

import jakarta.json.JsonValue;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.json.Json;

/** The payload of the last task, as text and JSON: several clauses of a query read the same task. */
final class LatestPayload {

    private final Function<byte[], String> payloadText;
    private volatile Read latest = new Read(new byte[0], "");

    LatestPayload(Function<byte[], String> payloadText) {
        this.payloadText = payloadText;
    }

    /** A payload and its parsed value. */
    private static final class Read {

        private final byte[] payload;
        private final String text;
        private JsonValue json;
        private boolean parsed;

        private Read(byte[] payload, String text) {
            this.payload = payload;
            this.text = text;
        }

        private synchronized JsonValue json() {
            if (!parsed) {
                json = text == null ? null : Json.parse(text);
                parsed = true;
            }
            return json;
        }
    }

    private Read of(byte[] payload) {
        Read read = latest;
        if (read.payload != payload) {
            read = new Read(payload, payloadText.apply(payload));
            latest = read;
        }
        return read;
    }

    /** The text as the user may see it, {@code null} if it is binary. */
    String text(TaskInfo info) {
        return info.payload() == null ? "" : of(info.payload()).text;
    }

    /** The payload as JSON, {@code null} if it is not JSON. */
    JsonValue json(TaskInfo info) {
        return info.payload() == null ? null : of(info.payload()).json();
    }
}
