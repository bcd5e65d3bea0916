package io.github.asynqee.sample.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.ProcessTime;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.sample.api.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskRequestTest {

    @Test
    void a_type_is_enough() {
        Task<byte[]> task = read("{\"type\": \"play:echo\"}");

        assertThat(task.type()).isEqualTo("play:echo");
        assertThat(task.payload()).isNull();
        assertThat(task.options()).isEqualTo(TaskOptions.NONE);
    }

    @Test
    void every_option_can_be_set() {
        TaskOptions options = read("""
                {"type": "t", "queue": "critical", "id": "4711", "maxRetry": 3, "timeoutSeconds": 30,
                 "deadline": "2030-01-31T13:00:00+01:00", "processInMillis": 500, "uniqueForSeconds": 60,
                 "retentionSeconds": 600, "group": "g", "headers": {"a": "b"}}""").options();

        assertThat(options).isEqualTo(new TaskOptions(3, "critical", "4711", Duration.ofSeconds(30),
                Instant.parse("2030-01-31T12:00:00Z"), Duration.ofMinutes(1),
                new ProcessTime.In(Duration.ofMillis(500)), Duration.ofMinutes(10), "g", Map.of("a", "b"),
                Uniqueness.NONE));
    }

    @Test
    void times_may_be_given_in_seconds_since_1970() {
        TaskOptions options = read("{\"type\": \"t\", \"deadline\": 1896091200, \"processAt\": 1896091100}").options();

        assertThat(options.deadline()).isEqualTo("2030-01-31T12:00:00Z");
        assertThat(options.processAt()).isEqualTo(new ProcessTime.At(Instant.parse("2030-01-31T11:58:20Z")));
    }

    @Test
    void what_is_null_is_absent() {
        assertThat(read("{\"type\": \"t\", \"queue\": null, \"payload\": null}").options()).isEqualTo(TaskOptions.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"b\": [1, 2.50]} | {\"b\":[1,2.50]}", "\"text\" | \"text\"", "7 | 7", "true | true" })
    void the_payload_is_its_json_text(String json, String bytes) {
        assertThat(read("{\"type\": \"t\", \"payload\": " + json + "}").payload()).asString(StandardCharsets.UTF_8)
                .isEqualTo(bytes);
    }

    @Test
    void any_bytes_can_be_sent_in_base64() {
        assertThat(read("{\"type\": \"t\", \"payloadBase64\": \"AAH/\"}").payload()).containsExactly(0, 1, 0xff);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{} | \"type\" is missing",
            "{\"type\": 3} | \"type\" must be a text: 3",
            "{\"type\": \"t\", \"typo\": 1} | unknown [typo], known are",
            "{\"type\": \"t\", \"payload\": 1, \"payloadBase64\": \"AA==\"} | both set",
            "{\"type\": \"t\", \"payloadBase64\": \"?\"} | \"payloadBase64\" is not Base64",
            "{\"type\": \"t\", \"maxRetry\": 1.5} | \"maxRetry\" must be a whole number from 0 to 2147483647: 1.5",
            "{\"type\": \"t\", \"maxRetry\": 1e999999999} | \"maxRetry\" must be a whole number",
            "{\"type\": \"t\", \"uniqueForSeconds\": 0} | \"uniqueForSeconds\" must be a whole number from 1 to",
            "{\"type\": \"t\", \"deadline\": \"tomorrow\"} | \"deadline\" must be a time like",
            "{\"type\": \"t\", \"processAt\": 1, \"processInMillis\": 1} | both set",
            "{\"type\": \"t\", \"headers\": {\"a\": 1}} | \"headers.a\" must be a text: 1",
            "{\"type\": \"t\", \"queue\": \" \"} | queue name must not be blank",
            "[] | a JSON object is wanted: []",
            "{\"type\": \"t\"} x | the body",
            "`` | the body is not JSON" })
    void a_mistake_is_said_in_a_sentence(String json, String sentence) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(InvalidTaskException.class).hasMessageContaining(sentence);
    }

    private static Task<byte[]> read(String json) {
        return TaskRequest.read(Fields.parse(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));
    }
}
