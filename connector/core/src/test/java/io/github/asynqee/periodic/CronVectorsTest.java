package io.github.asynqee.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.cron.OptionStrings;
import io.github.asynqee.internal.text.GoDuration;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded results of Go's cron library and of asynq's option strings. */
class CronVectorsTest {

    static Stream<Named<JsonNode>> next() {
        return Vectors.named("cron_next", "spec");
    }

    @ParameterizedTest
    @MethodSource("next")
    void ticks_are_those_of_go(JsonNode vector) {
        String text = vector.get("spec").asText();
        CronSpec spec = CronSpec.parse(CronSpec.inZone(text, vector.get("scheduler_location").asText()));
        Instant from = Instant.parse(vector.get("from").asText());
        Instant after = from;
        for (JsonNode expected : vector.get("next_utc")) {
            Instant next = spec.next(after, from).orElse(null);
            assertThat(next).isEqualTo(expected.isNull() ? null : Instant.parse(expected.asText()));
            after = next;
        }
    }

    static Stream<String> invalid() {
        return Vectors.all("cron_invalid").map(vector -> vector.get("spec").asText());
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void what_go_refuses_is_refused_with_the_spec_in_the_message(String spec) {
        assertThatThrownBy(() -> CronSpec.parse(spec)).isInstanceOf(InvalidCronSpecException.class)
                .hasMessageContaining("\"" + spec + "\"");
    }

    static Stream<String> oddities() {
        return Vectors.all("cron_accepted_oddities").map(JsonNode::asText);
    }

    @ParameterizedTest
    @MethodSource("oddities")
    void what_go_accepts_is_accepted(String spec) {
        CronSpec.parse(spec);
    }

    static Stream<Named<JsonNode>> durations() {
        return Vectors.named("go_duration_strings", "go_string");
    }

    @ParameterizedTest
    @MethodSource("durations")
    void durations_are_read_and_written_as_go_does(JsonNode vector) {
        Duration duration = Duration.ofNanos(vector.get("nanos").asLong());

        assertThat(GoDuration.format(duration)).isEqualTo(vector.get("go_string").asText());
        assertThat(GoDuration.parse(vector.get("go_string").asText())).isEqualTo(duration);
    }

    static Stream<Named<JsonNode>> options() {
        return Vectors.named("scheduler_option_strings", "option");
    }

    @ParameterizedTest
    @MethodSource("options")
    void option_texts_are_those_of_go(JsonNode vector) {
        assertThat(OptionStrings.of(options(vector.get("option").asText())))
                .containsExactly(vector.get("string").asText());
    }

    private static TaskOptions options(String option) {
        String argument = option.substring(option.indexOf(' ') + 1);
        TaskOptions.Builder options = TaskOptions.builder();
        return (switch (option.substring(0, option.indexOf(' '))) {
            case "Queue" -> options.queue(argument.replace("tab+newline", "a\tb\n").replace("U+200B", "a\u200bb"));
            case "MaxRetry" -> options.maxRetry(Integer.parseInt(argument));
            case "Timeout" -> options.timeout(GoDuration.parse(argument));
            case "Unique" -> options.uniqueFor(GoDuration.parse(argument));
            case "ProcessIn" -> options.processIn(GoDuration.parse(argument));
            case "Retention" -> options.retention(GoDuration.parse(argument));
            case "Deadline" -> options.deadline(Instant.parse(argument));
            case "ProcessAt" -> options.processAt(Instant.parse(argument));
            case "TaskID" -> options.id(argument);
            case "Group" -> options.group(argument);
            default -> throw new IllegalArgumentException(option);
        }).build();
    }
}
