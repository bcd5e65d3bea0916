package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtherMessagesVectorsTest {

    private static final long GO_ZERO_TIME = -62_135_596_800L;

    static Stream<Named<JsonNode>> recorded() {
        return Vectors.named("other_messages", "name");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void recorded_content_is_encoded_to_the_recorded_bytes(JsonNode vector) throws Exception {
        byte[] recorded = Vectors.hex(vector.get("hex"));
        JsonNode fields = vector.get("fields");

        byte[] encoded = switch (vector.get("message").asText()) {
            case "ServerInfo" -> server(fields).toBytes();
            case "WorkerInfo" -> worker(fields).toBytes();
            case "SchedulerEntry" -> entry(fields).toBytes();
            default -> event(fields).toBytes();
        };

        if (fields.path("queues").size() < 2) {
            assertThat(encoded).isEqualTo(recorded);
        } else {
            // the order of map entries on the wire is not significant
            assertThat(encoded).hasSameSizeAs(recorded);
            assertThat(ServerInfo.parse(encoded)).isEqualTo(ServerInfo.parse(recorded));
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void recorded_bytes_are_decoded(JsonNode vector) throws UndecodableMessageException {
        byte[] bytes = Vectors.hex(vector.get("hex"));
        JsonNode fields = vector.get("fields");
        switch (vector.get("message").asText()) {
            case "ServerInfo" -> assertThat(ServerInfo.parse(bytes)).isEqualTo(server(fields));
            case "WorkerInfo" ->
                assertThat(WorkerInfo.parse(bytes)).usingRecursiveComparison().isEqualTo(worker(fields));
            case "SchedulerEntry" ->
                assertThat(SchedulerEntry.parse(bytes)).usingRecursiveComparison().isEqualTo(entry(fields));
            default -> assertThat(SchedulerEnqueueEvent.parse(bytes)).isEqualTo(event(fields));
        }
    }

    @Test
    void an_option_text_without_parenthesis_is_refused() {
        assertThatThrownBy(() -> new SchedulerEntry("e", "@hourly", "t", new byte[0], List.of("Unique"), Instant.EPOCH,
                null)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Name(argument): Unique");
    }

    @ParameterizedTest
    @ValueSource(strings = { "ff", "0a05", "0a02c328" })
    void other_bytes_are_refused(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThatThrownBy(() -> ServerInfo.parse(bytes)).isInstanceOf(UndecodableMessageException.class);
        assertThatThrownBy(() -> WorkerInfo.parse(bytes)).isInstanceOf(UndecodableMessageException.class);
        assertThatThrownBy(() -> SchedulerEntry.parse(bytes)).isInstanceOf(UndecodableMessageException.class);
        assertThatThrownBy(() -> SchedulerEnqueueEvent.parse(bytes)).isInstanceOf(UndecodableMessageException.class);
    }

    private static ServerInfo server(JsonNode f) {
        Map<String, Integer> queues = f.get("queues").properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, queue -> queue.getValue().asInt()));
        return new ServerInfo(f.get("host").asText(), f.get("pid").asInt(), f.get("server_id").asText(),
                f.get("concurrency").asInt(), queues, f.get("strict_priority").asBoolean(), f.get("status").asText(),
                instant(f.get("start_time")), f.get("active_worker_count").asInt());
    }

    private static WorkerInfo worker(JsonNode f) {
        return new WorkerInfo(f.get("host").asText(), f.get("pid").asInt(), f.get("server_id").asText(),
                f.get("task_id").asText(), f.get("task_type").asText(), Vectors.hex(f.get("task_payload_hex")),
                f.get("queue").asText(), instant(f.get("start_time")), instant(f.get("deadline")));
    }

    private static SchedulerEntry entry(JsonNode f) {
        List<String> options = StreamSupport.stream(f.get("enqueue_options").spliterator(), false).map(JsonNode::asText)
                .toList();
        boolean never = f.get("prev_enqueue_time").get("seconds").asLong() == GO_ZERO_TIME;
        return new SchedulerEntry(f.get("id").asText(), f.get("spec").asText(), f.get("task_type").asText(),
                Vectors.hex(f.get("task_payload_hex")), options, instant(f.get("next_enqueue_time")),
                never ? null : instant(f.get("prev_enqueue_time")));
    }

    private static SchedulerEnqueueEvent event(JsonNode f) {
        return new SchedulerEnqueueEvent(f.get("task_id").asText(), instant(f.get("enqueue_time")));
    }

    private static Instant instant(JsonNode timestamp) {
        return Instant.ofEpochSecond(timestamp.get("seconds").asLong(), timestamp.get("nanos").asLong());
    }
}
