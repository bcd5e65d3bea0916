package io.github.asynqee.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;

import io.github.asynqee.bench.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchOptionsTest {

    private static BenchOptions parse(String... arguments) {
        return BenchOptions.parse(List.of(arguments), List.of("enqueue", "drain", "mixed"), List.of("core", "go"));
    }

    @Test
    void without_options_everything_is_measured_with_the_defaults() {
        BenchOptions options = parse();

        assertThat(options.rounds("drain", 5)).isEqualTo(5);
        assertThat(options.scale("drain")).isEqualTo(1.0);
        assertThat(options.workloads()).containsExactly("enqueue", "drain", "mixed");
        assertThat(options.subjects()).containsExactly("core", "go");
        assertThat(options.settings().matcher("concurrency=10").find()).isTrue();
        assertThat(options.javaOptions()).isEmpty();
    }

    @Test
    void a_later_value_wins_and_selections_keep_the_order_of_all() {
        BenchOptions options = parse("--rounds", "2", "--scale", "0.01", "--workloads", "mixed,enqueue",
                "--settings", "y=1", "--subjects", "go", "--out", "a", "--out", "b", "--java-options",
                "-Xmx1g  -Xint");

        assertThat(options.rounds("drain", 5)).isEqualTo(2);
        assertThat(options.scale("drain")).isEqualTo(0.01);
        assertThat(options.workloads()).containsExactly("enqueue", "mixed");
        assertThat(options.settings().matcher("x=1 y=2").find()).isFalse();
        assertThat(options.subjects()).containsExactly("go");
        assertThat(options.out()).isEqualTo(Path.of("b"));
        assertThat(options.javaOptions()).containsExactly("-Xmx1g", "-Xint");
    }

    @Test
    void rounds_and_scale_can_be_set_by_workload() {
        BenchOptions options = parse("--rounds", "2,drain=7,mixed=1", "--scale", "drain=0.5");

        assertThat(options.rounds("enqueue", 5)).isEqualTo(2);
        assertThat(options.rounds("drain", 5)).isEqualTo(7);
        assertThat(options.rounds("mixed", 5)).isEqualTo(1);
        assertThat(options.scale("drain")).isEqualTo(0.5);
        assertThat(options.scale("mixed")).isEqualTo(1.0);
    }

    @Test
    void a_set_replaces_earlier_options_and_later_ones_replace_parts_of_it() {
        BenchOptions options = BenchOptions.parse(List.of("--rounds", "7", "--set", "fetching", "--settings", "x"),
                List.copyOf(Workloads.all().keySet()), List.of("core", "core-before", "liberty", "go"));

        assertThat(options.subjects()).containsExactly("core", "core-before");
        assertThat(options.workloads()).contains("drain", "queue-latency").doesNotContain("enqueue");
        assertThat(options.rounds("drain", 5)).isEqualTo(3);
        assertThat(options.settings().matcher("queues=100 concurrency=10").find()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({ "standard, drain", "users, redis-drain", "shards, shards" })
    void published_sets_have_all_subjects_and_five_rounds(String set, String workload) {
        List<String> kinds = List.of("core", "liberty", "go");
        BenchOptions options = BenchOptions.parse(List.of("--set", set), List.copyOf(Workloads.all().keySet()), kinds);

        assertThat(options.subjects()).isEqualTo(kinds);
        assertThat(options.workloads()).contains(workload);
        assertThat(options.rounds(workload, 1)).isEqualTo(5);
    }

    @Test
    void the_set_about_transactions_is_measured_on_servers() {
        BenchOptions options = BenchOptions.parse(List.of("--set", "sure"), List.copyOf(Workloads.all().keySet()),
                List.of("core", "core-before", "liberty", "wildfly", "go"));

        assertThat(options.subjects()).containsExactly("liberty", "wildfly");
        assertThat(options.workloads()).contains("sending", "durability", "calls").doesNotContain("drain");
    }

    @Test
    void the_set_about_limits_is_measured_with_the_engine_and_on_servers() {
        BenchOptions options = BenchOptions.parse(List.of("--set", "flow"), List.copyOf(Workloads.all().keySet()),
                List.of("core", "liberty", "wildfly", "go"));

        assertThat(options.subjects()).containsExactly("core", "liberty", "wildfly");
        assertThat(options.workloads()).containsExactly("keys", "pattern", "pattern-idle");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--round       | 1     | unknown option --round; allowed are --set, --rounds, --scale, --workloads, --settings, --subjects, --out, --java-options",
            "--rounds      | 0     | --rounds is a whole number from 1 to 9999, not 0",
            "--rounds      | x=1   | --rounds has no \"x\"; allowed are enqueue,drain,mixed",
            "--rounds      | drain=x | --rounds is a whole number from 1 to 9999, not x",
            "--scale       | 0     | --scale is a number above 0 and up to 100, for example 0.1, not 0",
            "--scale       | fast  | --scale is a number above 0 and up to 100, for example 0.1, not fast",
            "--workloads   | drian | --workloads has no \"drian\"; allowed are enqueue,drain,mixed",
            "--subjects    | rust  | --subjects has no \"rust\"; allowed are core,go",
            "--set         | fast  | --set has no \"fast\"; allowed are fetching,flow,shards,standard,sure,users",
            "--settings    | (     | --settings is a regular expression, not (: Unclosed group" })
    void a_wrong_option_is_rejected_with_what_is_allowed(String option, String value, String message) {
        assertThatThrownBy(() -> parse(option, value)).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void an_option_needs_a_value() {
        assertThatThrownBy(() -> parse("--rounds")).hasMessage("--rounds needs a value");
    }
}
