package io.github.asynqee.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TaskComposerVectorsTest {

    private static final Instant NOW = Instant.ofEpochSecond(2_000_000_000, 123_456_789);

    private final TaskComposer composer = new TaskComposer(ManualClock.startingAt(NOW), () -> "id-1",
            PayloadEncoder.bytesAndText());

    static Stream<Named<JsonNode>> built() {
        return Vectors.all("client_message_building")
                .filter(vector -> !vector.path("twice").asBoolean())
                .map(vector -> Named.of(vector.get("options").toString(), vector));
    }

    @ParameterizedTest
    @MethodSource("built")
    void options_become_the_recorded_fields(JsonNode vector) {
        ComposedTask composed = composer
                .compose(Task.of("email:welcome", "{}").with(OptionText.all(vector.get("options"), NOW)));

        TaskMessage message = composed.stored().message();
        vector.get("fields").properties().forEach(field -> {
            String expected = field.getValue().asText();
            assertThat(switch (field.getKey()) {
                case "retry" -> message.maxRetry();
                case "timeout" -> message.timeout().toSeconds();
                case "deadline" -> message.deadline() == null ? 0 : message.deadline().getEpochSecond();
                case "retention" -> message.retention().toSeconds();
                case "queue" -> message.queue();
                default -> message.group();
            }).as(field.getKey()).hasToString(expected);
        });
        assertThat(composed.info().state().wireName()).isEqualTo(vector.get("state").asText());
    }

    @ParameterizedTest
    @MethodSource("built")
    void what_no_option_sets_is_zero(JsonNode vector) {
        TaskMessage message = composer
                .compose(Task.of("email:welcome", "{}").with(OptionText.all(vector.get("options"), NOW))).stored()
                .message();

        assertThat(message.retried()).isZero();
        assertThat(message.errorMessage()).isEmpty();
        assertThat(message.lastFailedAt()).isNull();
        assertThat(message.completedAt()).isNull();
        assertThat(message.headers()).isEmpty();
        assertThat(message.uniqueKey().isEmpty()).isEqualTo(!vector.has("lock_ttl_seconds"));
    }

    @ParameterizedTest
    @MethodSource("built")
    void a_lock_lives_as_long_as_recorded(JsonNode vector) {
        Duration lockFor = composer
                .compose(Task.of("email:welcome", "{}").with(OptionText.all(vector.get("options"), NOW))).stored()
                .lockFor();

        if (vector.has("lock_ttl_seconds")) {
            // Go reads the clock twice, so that the lock of a delayed task loses the fraction of its last second
            int clockReadTwice = vector.get("options").toString().contains("ProcessIn") ? 1 : 0;
            assertThat(lockFor.toSeconds()).isEqualTo(vector.get("lock_ttl_seconds").asLong() + clockReadTwice);
        } else {
            assertThat(lockFor).isNull();
        }
    }

    static Stream<Named<JsonNode>> refused() {
        return Vectors.named("client_validation_errors", "case");
    }

    @ParameterizedTest
    @MethodSource("refused")
    void what_asynq_refuses_is_refused(JsonNode vector) {
        String what = vector.get("case").asText();
        assertThatThrownBy(() -> composer.compose(task(what))).isInstanceOf(InvalidTaskException.class);
    }

    @ParameterizedTest
    @CsvSource({ "nil task, task must not be null", "'type \"\"', task type must not be blank",
            "'Queue(\"\")', queue name must not be blank", "'TaskID(\" \")', task ID must not be blank",
            "'Group(\"\")', group name must not be blank", "Unique(999ms), unique must be at least 1 s: PT0.999S" })
    void the_error_says_what_is_allowed(String what, String message) {
        assertThatThrownBy(() -> composer.compose(task(what))).isInstanceOf(InvalidTaskException.class)
                .hasMessage(message);
    }

    private static Task<?> task(String what) {
        if (what.equals("nil task")) {
            return null;
        }
        if (what.startsWith("type ")) {
            return Task.of(what.substring(6, what.length() - 1).replace("\\t", "\t"), "{}");
        }
        return Task.of("email:welcome", "{}").with(OptionText.one(what, NOW));
    }

    @ParameterizedTest
    @MethodSource("built")
    void the_info_is_what_is_stored(JsonNode vector) {
        ComposedTask composed = composer
                .compose(Task.of("email:welcome", "{}").with(OptionText.all(vector.get("options"), NOW)));

        TaskMessage message = composed.stored().message();
        TaskInfo info = composed.info();
        assertThat(info.id()).isEqualTo(message.id());
        assertThat(info.queue()).isEqualTo(message.queue());
        assertThat(info.type()).isEqualTo(message.type());
        assertThat(info.payload()).isEqualTo(message.payload());
        assertThat(info.maxRetry()).isEqualTo(message.maxRetry());
        assertThat(info.timeout()).isEqualTo(message.timeout());
        assertThat(info.deadline()).isEqualTo(message.deadline());
        assertThat(info.group()).isEqualTo(message.group());
        assertThat(info.retention()).isEqualTo(message.retention());
    }
}
