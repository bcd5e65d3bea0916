package io.github.asynqee.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {

    private static final Map<String, String> FACTS = new LinkedHashMap<>();
    static {
        FACTS.put("Cores", "4");
        FACTS.put("Redis", "7.0.15");
    }

    private static Measurement drain(String setting, String subject, int round, double rate, double micros) {
        return new Measurement("drain", setting, subject, round, Map.of("tasks/s", rate, "redis-us/task", micros), "");
    }

    @Test
    void the_report_contains_everything_that_was_measured() {
        List<Measurement> measurements = List.of(
                drain("concurrency=10", "core", 1, 71_234, 8.126),
                drain("concurrency=10", "Go", 1, 7_000, 65),
                drain("concurrency=10", "core", 2, 69_000, 8.5),
                drain("concurrency=10", "Go", 2, 7_100, 66),
                drain("concurrency=10", "core", 3, 75_000, 8.0),
                new Measurement("drain", "concurrency=10", "Go", 3, Map.of("tasks/s", 9e9), "1 handled again"),
                drain("concurrency=50", "core", 1, 100_049, 9),
                new Measurement("drain", "concurrency=50", "Go", 1, Map.of(), "it\nhas | failed"),
                new Measurement("idle", "pauses=1-3s", "core", 1, Map.of("p50-ms", 0.0123), ""));

        String markdown = new Report(FACTS, "They take turns.\n", measurements,
                List.of(new Skipped("Go asynq", "", "no such module\nanywhere"),
                        new Skipped("C client", "ceiling", "no compiler")),
                List.of("due ended early: why"), List.of("Go"), List.of()).markdown();

        assertThat(markdown).isEqualTo("""
                # Benchmark

                * Cores: 4
                * Redis: 7.0.15

                They take turns.

                **NOT MEASURED**

                * Go asynq: no such module anywhere
                * C client: no compiler

                **Failures**

                * due ended early: why

                ## drain

                Rounds: 3

                | tasks/s | concurrency=10 | concurrency=50 |
                |---|--:|--:|
                | core | 71,200 (69,000–75,000) | 100,000 |
                | Go | 7,050 (7,000–7,100), 1 of 3 void | 1 of 1 void |
                | Go asynq | NOT MEASURED: no such module anywhere |

                | redis-us/task | concurrency=10 | concurrency=50 |
                |---|--:|--:|
                | core | 8.13 (8.0–8.5) | 9.0 |
                | Go | 65.5 (65.0–66.0), 1 of 3 void | 1 of 1 void |

                Void rounds:

                * Go, concurrency=10, round 3: 1 handled again
                * Go, concurrency=50, round 1: it has \\| failed

                Medians divided by the medians of Go:

                | subject, figure | concurrency=10 | concurrency=50 |
                |---|--:|--:|
                | core, tasks/s | 10.1 | – |
                | core, redis-us/task | 0.124 | – |

                ## idle

                Rounds: 1

                | p50-ms | pauses=1-3s |
                |---|--:|
                | core | 0.0123 |
                | Go asynq | NOT MEASURED: no such module anywhere |
                """);
    }

    @Test
    void a_subject_is_compared_with_its_older_build() {
        List<Measurement> measurements = List.of(
                drain("concurrency=10", "core", 1, 100, 8),
                drain("concurrency=10", "core, before", 1, 30, 16),
                drain("concurrency=10", "core", 2, 120, 8),
                drain("concurrency=10", "core, before", 2, 50, 16),
                drain("concurrency=50", "core", 1, 100, 8),
                new Measurement("drain", "concurrency=50", "core, before", 1, Map.of(), "lost"));
        Report report = new Report(Map.of(), "", measurements, List.of(), List.of(), List.of(), List.of());

        assertThat(report.markdown()).contains("""
                Before and after:

                | core | before | after | after / before |
                |---|--:|--:|--:|
                | concurrency=10, tasks/s | 40.0 (30.0–50.0) | 110 (100–120) | 2.75 |
                | concurrency=10, redis-us/task | 16.0 (16.0–16.0) | 8.0 (8.0–8.0) | 0.5 |
                | concurrency=50, tasks/s | 1 of 1 void | 100 | – |
                | concurrency=50, redis-us/task | 1 of 1 void | 8.0 | – |
                """);
        assertThat(report.comparison()).containsExactly("workload,setting,subject,figure,before,after,ratio",
                "drain,concurrency=10,core,tasks/s,40.0,110.0,2.75",
                "drain,concurrency=10,core,redis-us/task,16.0,8.0,0.5",
                "drain,concurrency=50,core,tasks/s,,100.0,",
                "drain,concurrency=50,core,redis-us/task,,8.0,");
    }

    @Test
    void goals_are_listed_with_what_each_subject_has_reached() {
        List<Measurement> measurements = List.of(
                drain("redis=plain", "core", 1, 100, 8), drain("redis=tls", "core", 1, 81, 8),
                drain("redis=plain", "WAR", 1, 100, 8), drain("redis=tls", "WAR", 1, 79, 8),
                drain("redis=plain", "Go", 1, 10, 8), drain("redis=tls", "Go", 1, 1, 8));
        List<Goal> goals = List.of(new Goal("drain", "redis=tls", "tasks/s", 0.8, "redis=plain"),
                new Goal("drain", "redis=pl", "tasks/s", 101, ""),
                new Goal("drain", "redis=cluster", "tasks/s", 1, "redis=plain"),
                new Goal("drain", "redis=tls", "tasks/s", 1, "redis=cluster"),
                new Goal("due", "redis=tls", "tasks/s", 1, ""));

        assertThat(new Report(Map.of(), "", measurements, List.of(), List.of(), List.of("Go"), goals).markdown())
                .contains("""

                        Goals:

                        * redis=tls, tasks/s at least 0.8 × that of redis=plain: core 0.81 (reached), WAR 0.79 (missed)
                        * redis=pl, tasks/s at least 101: core 100 (missed), WAR 100 (missed)

                        Medians divided""");
    }

    @Test
    void each_figure_and_each_fault_has_a_line_in_the_file(@TempDir Path directory) {
        Path path = directory.resolve("deep/measurements.csv");
        MeasurementFile file = new MeasurementFile(path);
        file.add(
                new Measurement("drain", "concurrency=10", "core", 1, Map.of("tasks/s", 71_234.5, "p50-ms", 0.25), ""));
        file.add(new Measurement("drain", "concurrency=10", "Go, tuned", 2, Map.of(), "answered \"no\""));

        assertThat(path).hasContent("""
                workload,setting,subject,round,figure,value,fault
                drain,concurrency=10,core,1,p50-ms,0.25,
                drain,concurrency=10,core,1,tasks/s,71234.5,
                drain,concurrency=10,"Go, tuned",2,,,"answered ""no""\"
                """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "1234567 | 1,230,000", "71234.5 | 71,200", "999.6 | 1,000", "100 | 100", "12.345 | 12.3",
            "0.000123456 | 0.000123", "0 | 0", "-4.5678 | -4.57" })
    void numbers_have_three_significant_digits(double value, String text) {
        assertThat(Figures.text(value)).isEqualTo(text);
    }

    @Test
    void the_median_is_in_the_middle() {
        assertThat(Figures.median(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3.0);
        assertThat(Figures.range(List.of(9.0, 1.0, 2.0))).isEqualTo("2.0 (1.0–9.0)");
        assertThat(Figures.range(List.of(5.0))).isEqualTo("5.0");
    }
}
