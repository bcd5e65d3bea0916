package io.github.asynqee.sample.api;

import static io.github.asynqee.sample.api.Builders.JSON;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;

import io.github.asynqee.TaskInfo;

/** A task as the API shows it. Members that do not apply are omitted. */
public final class TaskJson {

    private TaskJson() {}

    /** The known properties of a request, and state, retried and nextProcessAt. */
    public static JsonObject of(TaskInfo task) {
        JsonObjectBuilder json = JSON.createObjectBuilder()
                .add("id", task.id())
                .add("queue", task.queue())
                .add("type", task.type())
                .add("state", task.state().wireName())
                .add("maxRetry", task.maxRetry())
                .add("retried", task.retried())
                .add("timeoutSeconds", task.timeout().toSeconds())
                .add("retentionSeconds", task.retention().toSeconds());
        if (task.deadline() != null) {
            json.add("deadline", task.deadline().toString());
        }
        if (task.nextProcessAt() != null) {
            json.add("nextProcessAt", task.nextProcessAt().toString());
        }
        if (!task.group().isEmpty()) {
            json.add("group", task.group());
        }
        JsonObjectBuilder headers = JSON.createObjectBuilder();
        task.headers().forEach(headers::add);
        addPayload(json.add("headers", headers), task.payload());
        return json.build();
    }

    private static void addPayload(JsonObjectBuilder json, byte[] payload) {
        if (payload == null) {
            return;
        }
        try {
            json.add("payload", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString());
        } catch (CharacterCodingException e) {
            json.add("payloadBase64", Base64.getEncoder().encodeToString(payload));
        }
    }
}
