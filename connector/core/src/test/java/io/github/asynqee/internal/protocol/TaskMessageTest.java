package io.github.asynqee.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskMessageTest {

    private static final Instant NOW = Instant.ofEpochSecond(2_000_000_000, 123_456_789);
    private final TaskMessage message = TaskMessage.builder("email:welcome", "t1", "default").maxRetry(3).build();

    @Test
    void a_failure_is_noted_and_counted() {
        TaskMessage failed = message.failed("boom", NOW, true);

        assertThat(failed.errorMessage()).isEqualTo("boom");
        assertThat(failed.lastFailedAt()).isEqualTo(Instant.ofEpochSecond(2_000_000_000));
        assertThat(failed.retried()).isEqualTo(1);
        assertThat(failed.failed("again", NOW, true).retried()).isEqualTo(2);
    }

    @Test
    void a_failure_that_does_not_count_is_noted_only() {
        TaskMessage failed = message.failed("busy", NOW, false);

        assertThat(failed.errorMessage()).isEqualTo("busy");
        assertThat(failed.lastFailedAt()).isEqualTo(Instant.ofEpochSecond(2_000_000_000));
        assertThat(failed.retried()).isZero();
    }

    @Test
    void a_change_leaves_the_original_alone() {
        message.failed("boom", NOW, true).completed(NOW);

        assertThat(message.errorMessage()).isEmpty();
        assertThat(message.retried()).isZero();
        assertThat(message.completedAt()).isNull();
    }

    @Test
    void the_time_of_success_is_cut_to_seconds() {
        assertThat(message.completed(NOW).completedAt()).isEqualTo(Instant.ofEpochSecond(2_000_000_000));
    }

    @Test
    void fields_of_later_versions_survive_a_change() throws Exception {
        UnknownFieldSet unknown = UnknownFieldSet.newBuilder()
                .addField(16, UnknownFieldSet.Field.newBuilder().addVarint(42).build())
                .addField(200, UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8("new"))
                        .build())
                .build();
        byte[] fromTheFuture = ByteString.copyFrom(message.toBytes()).concat(unknown.toByteString()).toByteArray();

        byte[] changed = TaskMessage.parse(fromTheFuture).failed("boom", NOW, true).completed(NOW).toBytes();

        var decoded = io.github.asynqee.internal.protocol.wire.TaskMessage.parseFrom(changed);
        assertThat(decoded.getUnknownFields()).isEqualTo(unknown);
        assertThat(decoded.getErrorMsg()).isEqualTo("boom");
    }

    @ParameterizedTest
    @ValueSource(strings = { "0a02c328", "1a01ff", "220180", "3a03e28228", "7a060a0161120180", "7206f0288cbcf028" })
    void text_that_is_not_utf8_is_refused(String hex) {
        assertThatThrownBy(() -> TaskMessage.parse(HexFormat.of().parseHex(hex)))
                .isInstanceOf(UndecodableMessageException.class).hasMessageStartingWith("not a task message");
    }

    @ParameterizedTest
    @ValueSource(strings = { "ff", "0a05616263", "not protobuf at all", "{\"type\":\"json\"}" })
    void bytes_that_are_no_message_are_refused(String text) {
        byte[] bytes = text.matches("[0-9a-f]+") ? HexFormat.of().parseHex(text)
                : text.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> TaskMessage.parse(bytes)).isInstanceOf(UndecodableMessageException.class);
    }

    @Test
    void a_message_in_quarantine_keeps_the_original_bytes_and_is_never_tried_again() {
        byte[] original = { (byte) 0xff, 0, 1 };

        TaskMessage quarantined = TaskMessage.quarantine("default", "t9", original);

        assertThat(quarantined.payload()).isEqualTo(original);
        assertThat(quarantined.id()).isEqualTo("t9");
        assertThat(quarantined.queue()).isEqualTo("default");
        assertThat(quarantined.type()).isEqualTo(UndecodableMessageException.QUARANTINE_TYPE);
        assertThat(quarantined.maxRetry()).isZero();
    }

    @Test
    void attempts_do_not_make_another_task_of_it() {
        assertThat(message.sameTask(message.failed("boom", NOW, true).completed(NOW))).isTrue();
        assertThat(message.sameTask(TaskMessage.builder("email:welcome", "t1", "default").maxRetry(4).build()))
                .isFalse();
        assertThat(message
                .sameTask(
                        TaskMessage.builder("email:welcome", "t1", "default").maxRetry(3).payload(new byte[1]).build()))
                .isFalse();
    }

    @Test
    void durations_are_cut_towards_zero() {
        assertThat(timeout(Duration.ofMillis(1_999))).isEqualTo(Duration.ofSeconds(1));
        assertThat(timeout(Duration.ofMillis(-1_999))).isEqualTo(Duration.ofSeconds(-1));
        assertThat(timeout(Duration.ofMillis(-500))).isZero();
        assertThat(timeout(Duration.ofSeconds(-2))).isEqualTo(Duration.ofSeconds(-2));
    }

    private static Duration timeout(Duration given) {
        return TaskMessage.builder("t", "i", "q").timeout(given).build().timeout();
    }

    @Test
    void an_absent_payload_is_an_empty_one_on_the_wire() {
        assertThat(TaskMessage.builder("t", "i", "q").payload(null).build())
                .isEqualTo(TaskMessage.builder("t", "i", "q").payload(new byte[0]).build());
    }

    @Test
    void it_says_which_task_it_is_but_not_what_is_in_it() {
        TaskMessage secret = TaskMessage.builder("email", "t1", "low")
                .payload("secret".getBytes(StandardCharsets.UTF_8))
                .headers(Map.of("authorization", "secret")).build();

        assertThat(secret).hasToString("TaskMessage[low/t1 email]");
    }
}
