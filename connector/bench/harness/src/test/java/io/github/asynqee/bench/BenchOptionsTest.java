package io.github.asynqee.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchOptionsTest {

    private static BenchOptions parse(String... arguments) {
        return BenchOptions.parse(List.of(arguments), List.of("enqueue", "drain", "mixed"), List.of("core", "go"));
    }

    @Test
    void without_options_everything_is_measured_as_usual() {
        BenchOptions options = parse();

        assertThat(options.rounds().of("drain", 5)).isEqualTo(5);
        assertThat(options.scale().of("drain", 1.0)).isEqualTo(1.0);
        assertThat(options.workloads()).containsExactly("enqueue", "drain", "mixed");
        assertThat(options.contenders()).containsExactly("core", "go");
        assertThat(options.settings().matcher("concurrency=10").find()).isTrue();
        assertThat(options.javaOptions()).isEmpty();
    }

    @Test
    void the_last_of_several_values_counts_and_what_is_chosen_keeps_its_order() {
        BenchOptions options = parse("--rounds", "2", "--scale", "0.01", "--workloads", "mixed,enqueue",
                "--settings", "y=1", "--contenders", "go", "--out", "a", "--out", "b", "--java-options",
                "-Xmx1g  -Xint");

        assertThat(options.rounds().of("drain", 5)).isEqualTo(2);
        assertThat(options.scale().of("drain", 1.0)).isEqualTo(0.01);
        assertThat(options.workloads()).containsExactly("enqueue", "mixed");
        assertThat(options.settings().matcher("x=1 y=1").find()).isTrue();
        assertThat(options.settings().matcher("x=1 y=2").find()).isFalse();
        assertThat(options.contenders()).containsExactly("go");
        assertThat(options.out()).isEqualTo(Path.of("b"));
        assertThat(options.javaOptions()).containsExactly("-Xmx1g", "-Xint");
    }

    @Test
    void rounds_and_scale_can_be_given_by_workload() {
        BenchOptions options = parse("--rounds", "2,drain=7,mixed=1", "--scale", "drain=0.5");

        assertThat(options.rounds().of("enqueue", 5)).isEqualTo(2);
        assertThat(options.rounds().of("drain", 5)).isEqualTo(7);
        assertThat(options.rounds().of("mixed", 5)).isEqualTo(1);
        assertThat(options.scale().of("drain", 1.0)).isEqualTo(0.5);
        assertThat(options.scale().of("mixed", 1.0)).isEqualTo(1.0);
    }

    @Test
    void a_set_stands_for_options_of_the_engine_and_its_older_build_that_later_ones_change() {
        BenchOptions options = BenchOptions.parse(List.of("--rounds", "7", "--set", "fetching", "--settings", "x"),
                List.copyOf(Bench.workloads().keySet()), List.of("core", "core-before", "liberty", "go"));

        assertThat(options.contenders()).containsExactly("core", "core-before");
        assertThat(options.workloads()).contains("drain", "queue-latency").doesNotContain("enqueue");
        assertThat(options.rounds().of("drain", 5)).isEqualTo(3);
        assertThat(options.settings().matcher("queues=100 concurrency=10").find()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--round       | 1     | there is no option --round; allowed are --set, --rounds, --scale, --workloads, --settings, --contenders, --out, --java-options",
            "--rounds      | 0     | --rounds is a whole number from 1 to 9999, not 0",
            "--rounds      | x=1   | --rounds has no workload \"x\"; allowed are enqueue,drain,mixed",
            "--rounds      | drain=x | --rounds is a whole number from 1 to 9999, not x",
            "--scale       | 0     | --scale is a number above 0 and up to 100, for example 0.1, not 0",
            "--scale       | fast  | --scale is a number above 0 and up to 100, for example 0.1, not fast",
            "--workloads   | drian | --workloads has no \"drian\"; allowed are enqueue,drain,mixed",
            "--contenders  | rust  | --contenders has no \"rust\"; allowed are core,go",
            "--set         | fast  | --set has no \"fast\"; allowed are fetching",
            "--settings    | (     | --settings is a regular expression, not (: Unclosed group" })
    void a_wrong_option_is_answered_with_what_is_allowed(String option, String value, String message) {
        assertThatThrownBy(() -> parse(option, value)).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void an_option_needs_a_value() {
        assertThatThrownBy(() -> parse("--rounds")).hasMessage("--rounds needs a value");
    }
}
