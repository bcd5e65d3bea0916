package io.github.asynqee.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.bench.arena.Absence;
import io.github.asynqee.bench.arena.Measurement;
import org.junit.jupiter.api.Test;

class ReportTest {

    private static final Map<String, String> FACTS = new LinkedHashMap<>();
    static {
        FACTS.put("Cores", "4");
        FACTS.put("Redis", "7.0.15");
    }

    private static Measurement drain(String setting, String contender, int round, double rate, double micros) {
        return new Measurement("drain", setting, contender, round, Map.of("tasks/s", rate, "redis-us/task", micros),
                "");
    }

    @Test
    void everything_that_was_measured_is_told() {
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

        String markdown = new Report(new Facts(FACTS), "They take turns.\n", measurements,
                List.of(new Absence("Go asynq", "", "no such module\nanywhere"),
                        new Absence("C client", "ceiling", "no compiler")),
                List.of("due ended early: why"),
                Set.of("Go")).markdown();

        assertThat(markdown).isEqualTo("""
                # Benchmark

                * Cores: 4
                * Redis: 7.0.15

                They take turns.

                **Not measured**

                * Go asynq: no such module anywhere
                * C client: no compiler

                **Failures**

                * due ended early: why

                ## drain

                | tasks/s | concurrency=10 | concurrency=50 |
                |---|--:|--:|
                | core | 71,200 (69,000–75,000) | 100,000 |
                | Go | 7,050 (7,000–7,100), 1 of 3 void | 1 of 1 void |
                | Go asynq | not measured: no such module anywhere | |

                | redis-us/task | concurrency=10 | concurrency=50 |
                |---|--:|--:|
                | core | 8.13 (8.0–8.5) | 9.0 |
                | Go | 65.5 (65.0–66.0), 1 of 3 void | 1 of 1 void |

                Void rounds:

                * Go, concurrency=10, round 3: 1 handled again
                * Go, concurrency=50, round 1: it has \\| failed

                Medians divided by those of Go:

                | contender, figure | concurrency=10 | concurrency=50 |
                |---|--:|--:|
                | core, tasks/s | 10.1 | – |
                | core, redis-us/task | 0.124 | – |

                ## idle

                | p50-ms | pauses=1-3s |
                |---|--:|
                | core | 0.0123 |
                | Go asynq | not measured: no such module anywhere |
                """);
    }

    @Test
    void a_contender_is_put_beside_its_older_build() {
        List<Measurement> measurements = List.of(
                drain("concurrency=10", "core", 1, 100, 8),
                drain("concurrency=10", "core, before", 1, 30, 16),
                drain("concurrency=10", "core", 2, 120, 8),
                drain("concurrency=10", "core, before", 2, 50, 16),
                drain("concurrency=50", "core", 1, 100, 8),
                new Measurement("drain", "concurrency=50", "core, before", 1, Map.of(), "lost"));
        Report report = new Report(new Facts(Map.of()), "", measurements, List.of(), List.of(), Set.of());

        assertThat(report.markdown()).contains("""
                Before and after:

                | core | before | after | after / before |
                |---|--:|--:|--:|
                | concurrency=10, tasks/s | 40.0 (30.0–50.0) | 110 (100–120) | 2.75 |
                | concurrency=10, redis-us/task | 16.0 (16.0–16.0) | 8.0 (8.0–8.0) | 0.5 |
                | concurrency=50, tasks/s | 1 of 1 void | 100 | – |
                | concurrency=50, redis-us/task | 1 of 1 void | 8.0 | – |
                """);
        assertThat(report.comparison()).containsExactly("workload,setting,contender,figure,before,after,ratio",
                "drain,concurrency=10,core,tasks/s,40.0,110.0,2.75",
                "drain,concurrency=10,core,redis-us/task,16.0,8.0,0.5",
                "drain,concurrency=50,core,tasks/s,,100.0,",
                "drain,concurrency=50,core,redis-us/task,,8.0,");
    }
}
