package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.ProcessTime;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.internal.inspect.periodic.OptionTexts;
import io.github.asynqee.vectors.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTextsTest {

    static Stream<String> recorded() {
        return Vectors.all("scheduler_option_strings").map(vector -> vector.get("string").asText());
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_text_written_by_go_is_read(String text) {
        assertThat(OptionStrings.of(OptionTexts.parse(List.of(text)))).containsExactly(text);
    }

    @Test
    void all_options_are_read_as_they_were_written() {
        TaskOptions options = TaskOptions.builder().queue("a)\"b\\ \u0007\u000b\u200b\ud83d\ude00").maxRetry(3)
                .timeout(Duration.ofMillis(1500)).deadline(Instant.parse("2023-11-04T08:05:09Z"))
                .uniqueFor(Duration.ofHours(1)).uniqueness(new Uniqueness("k\"(1)", null, null))
                .processIn(Duration.ofSeconds(90)).retention(Duration.ofDays(1))
                .id("id (1)").group("g\u0001\u007f").header("k\n\"<", "v\u2028\ud83d\ude00\t").build();

        assertThat(OptionTexts.parse(OptionStrings.of(options))).isEqualTo(options);
    }

    @Test
    void of_several_of_a_kind_the_last_one_counts() {
        TaskOptions options = OptionTexts.parse(List.of("Queue(\"a\")", "ProcessIn(1s)", "Queue(\"b\")",
                "ProcessAt(Tue Nov 14 22:13:20 UTC 2023)"));

        assertThat(options.queue()).isEqualTo("b");
        assertThat(options.processAt()).isEqualTo(new ProcessTime.At(Instant.parse("2023-11-14T22:13:20Z")));
    }

    @Test
    void texts_of_go_may_have_other_escapes_and_zones() {
        TaskOptions options = OptionTexts.parse(List.of("Queue(\"\\xc3\\xa9\\U0001f600\")",
                "Header([\"\\ud83d\\ude00\\/\",\"\\u00e9\"])", "Deadline(Sat Nov  4 08:05:09 +0130 2023)"));

        assertThat(options.queue()).isEqualTo("é\ud83d\ude00");
        assertThat(options.headers()).containsEntry("\ud83d\ude00/", "é");
        assertThat(options.deadline()).isEqualTo("2023-11-04T06:35:09Z");
    }

    @ParameterizedTest
    @ValueSource(strings = { "Queue", "Queue(", "Queue()", "Queue(low)", "Queue(\"low)", "Queue(\"a\" )",
            "Queue(\"\\xff\")", "Queue(\"\\q\")", "Queue(\"\\u00\")", "Queue(\"\")", "MaxRetry(x)",
            "MaxRetry(99999999999)",
            "Timeout(1d)", "Unique(500ms)", "UniqueKey(k)", "UniqueKey(\" \")",
            "Deadline(Sat Nov  4 08:05:09 CET 2023)", "Deadline(soon)",
            "ProcessAt(Sat Nov 31 08:05:09 UTC 2023)", "Header([\"k\"])", "Header([])", "Header([\"k\",\"v\"]])",
            "Header([\"k\" \"v\"])", "Header([\"\\a\",\"v\"])", "Priority(3)", "(3)" })
    void a_text_that_cannot_be_read_is_quoted(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> OptionTexts.parse(List.of("MaxRetry(1)", text)))
                .withMessageStartingWith("the option " + text + " cannot be read: ");
    }

    @Test
    void the_queue_is_known_without_the_other_options() {
        assertThat(OptionTexts.queue(List.of("Priority(3)", "Queue(\"low\")"))).isEqualTo("low");
        assertThat(OptionTexts.queue(List.of("Priority(3)"))).isEqualTo("default");
        assertThat(OptionTexts.queue(List.of("Queue(low)"))).isEmpty();
    }
}
