package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskMessageVectorsTest {

    static Stream<Named<JsonNode>> recorded() {
        return Vectors.named("task_messages", "name");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_recorded_message_is_decoded(JsonNode vector) throws UndecodableMessageException {
        TaskMessage message = TaskMessage.parse(Vectors.hex(vector.get("hex")));

        JsonNode fields = vector.get("fields");
        assertThat(message.type()).isEqualTo(fields.get("type").asText());
        assertThat(message.payload()).isEqualTo(Vectors.hex(fields.get("payload_hex")));
        assertThat(message.id()).isEqualTo(fields.get("id").asText());
        assertThat(message.queue()).isEqualTo(fields.get("queue").asText());
        assertThat(message.maxRetry()).isEqualTo(fields.get("retry").asInt());
        assertThat(message.retried()).isEqualTo(fields.get("retried").asInt());
        assertThat(message.errorMessage()).isEqualTo(fields.get("error_msg").asText());
        assertThat(message.timeout()).isEqualTo(seconds(fields, "timeout"));
        assertThat(message.deadline()).isEqualTo(instant(fields, "deadline"));
        assertThat(message.uniqueKey()).isEqualTo(fields.get("unique_key").asText());
        assertThat(message.lastFailedAt()).isEqualTo(instant(fields, "last_failed_at"));
        assertThat(message.retention()).isEqualTo(seconds(fields, "retention"));
        assertThat(message.completedAt()).isEqualTo(instant(fields, "completed_at"));
        assertThat(message.group()).isEqualTo(fields.get("group_key").asText());
        assertThat(message.headers()).isEqualTo(Vectors.texts(fields.get("headers")));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_message_of_recorded_content_is_encoded_to_the_recorded_bytes(JsonNode vector) throws Exception {
        byte[] encoded = messageOf(vector.get("fields")).toBytes();

        byte[] recorded = Vectors.hex(vector.get("hex"));
        if (vector.get("fields").get("headers").size() < 2) {
            assertThat(encoded).isEqualTo(recorded);
        } else {
            // the order of map entries on the wire is not significant
            assertThat(encoded).hasSameSizeAs(recorded);
            assertThat(TaskMessage.parse(encoded)).isEqualTo(TaskMessage.parse(recorded));
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_decoded_message_is_encoded_to_the_same_bytes(JsonNode vector) throws UndecodableMessageException {
        byte[] recorded = Vectors.hex(vector.get("hex"));

        assertThat(TaskMessage.parse(recorded).toBytes()).isEqualTo(recorded);
    }

    private static TaskMessage messageOf(JsonNode fields) {
        TaskMessage message = TaskMessage
                .builder(fields.get("type").asText(), fields.get("id").asText(), fields.get("queue").asText())
                .payload(Vectors.hex(fields.get("payload_hex"))).maxRetry(fields.get("retry").asInt())
                .retried(fields.get("retried").asInt()).timeout(seconds(fields, "timeout"))
                .deadline(instant(fields, "deadline")).uniqueKey(fields.get("unique_key").asText())
                .retention(seconds(fields, "retention")).group(fields.get("group_key").asText())
                .headers(Vectors.texts(fields.get("headers"))).build();
        if (fields.get("last_failed_at").asLong() != 0) {
            message = message.failed(fields.get("error_msg").asText(), instant(fields, "last_failed_at"), false);
        } else if (!fields.get("error_msg").asText().isEmpty()) {
            message = message.failed(fields.get("error_msg").asText(), Instant.EPOCH, false);
        }
        if (fields.get("completed_at").asLong() != 0) {
            message = message.completed(instant(fields, "completed_at"));
        }
        return message;
    }

    private static Duration seconds(JsonNode fields, String name) {
        return Duration.ofSeconds(fields.get(name).asLong());
    }

    private static Instant instant(JsonNode fields, String name) {
        long seconds = fields.get(name).asLong();
        return seconds == 0 ? null : Instant.ofEpochSecond(seconds);
    }
}
