package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.bench.BenchArena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.process.CoreProcess;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class LatencyWorkloadsTest {

    @TempDir
    static Path folder;
    private static Contender core;
    private static Contender producer;

    private final List<Measurement> measurements = new ArrayList<>();
    private JedisRedisMeter redis;

    @BeforeAll
    static void startProcesses() {
        core = CoreProcess.start("core engine", "core", folder.resolve("core.log"), List.of());
        producer = CoreProcess.start("producer", "core", folder.resolve("producer.log"), List.of());
    }

    @AfterAll
    static void endProcesses() {
        core.close();
        producer.close();
    }

    @BeforeEach
    void startRedis() {
        redis = JedisRedisMeter.start();
    }

    @AfterEach
    void endRedis() {
        redis.close();
    }

    private void run(Workload workload, double scale, Contender contender) {
        workload.run(new BenchArena(redis, List.of(contender), () -> producer, 1, scale, Pattern.compile(""),
                measurements::add, absence -> fail(absence.reason())));
        assertThat(redis.leftovers("bench-core")).isEmpty();
    }

    private List<String> settings() {
        return measurements.stream().map(Measurement::setting).toList();
    }

    private void assertAllValidWith(String... figures) {
        assertThat(measurements).allSatisfy(measurement -> {
            assertThat(measurement.fault()).isEmpty();
            assertThat(measurement.figures()).containsKeys(figures);
            assertThat(measurement.figures().values()).allSatisfy(value -> assertThat(value).isNotNegative());
        });
    }

    private double figure(int measurement, String name) {
        return measurements.get(measurement).figures().get(name);
    }

    @Test
    void single_tasks_with_pauses_are_started_soon() {
        run(new IdleLatencyWorkload(20, 40), 0.4, core);

        assertThat(settings()).containsExactly("pauses=20-40ms concurrency=10 producer=core");
        assertAllValidWith("p50-ms", "p95-ms", "p99-ms", "max-ms", "redis-us/task", "worker-us/task");
        assertThat(figure(0, "p50-ms")).isPositive().isLessThanOrEqualTo(figure(0, "max-ms"));
        assertThat(figure(0, "tasks/s")).isBetween(20.0, 60.0);
    }

    @Test
    void a_steady_rate_is_kept() {
        run(new OpenLoopWorkload(), 0.1, core);

        assertThat(settings()).containsExactly("rate=1000 concurrency=10 producer=core",
                "rate=5000 concurrency=10 producer=core");
        assertAllValidWith("p50-ms", "p95-ms", "p99-ms", "max-ms", "tasks/s");
        assertThat(figure(0, "tasks/s")).isBetween(500.0, 2_000.0);
        assertThat(figure(1, "tasks/s")).isGreaterThan(2_000.0);
    }

    @Test
    void tasks_due_in_the_same_second_are_late_and_never_early() {
        run(new DueWorkload(2), 0.1, core);

        assertThat(settings()).containsExactly("ahead=2s concurrency=100");
        assertAllValidWith("p50-ms", "p99-ms", "max-ms");
        assertThat(figure(0, "max-ms")).isPositive();
    }

    @Test
    void waiting_costs_commands_and_processor_time_of_both() {
        run(new IdleCostWorkload(Duration.ofMillis(100)), 0.05, core);

        assertThat(settings()).containsExactly("queues=3 concurrency=10", "queues=1 concurrency=10",
                "queues=16 concurrency=10", "queues=100 concurrency=10", "queues=1000 concurrency=10");
        assertAllValidWith("redis-us/s", "redis-alone-us/s", "commands/s", "sent/s", "worker-us/s");
        // an idle engine may send nothing for longer than this takes
        assertThat(figure(0, "sent/s")).isBetween(0.0, figure(0, "commands/s"));
        assertThat(redis.command("DBSIZE")).isEqualTo("0");
    }

    @Test
    void a_far_redis_slows_down_what_waits_for_each_answer() {
        run(new AddedLatencyWorkload(), 0.002, core);

        assertThat(settings()).hasSize(9).contains("drain concurrency=10", "drain concurrency=100",
                "enqueue mode=single producers=1", "enqueue mode=bulk producers=8");
        assertAllValidWith("round-trip-ms", "tasks/s");
        assertThat(measurements).extracting(Measurement::workload).containsOnly("network-1ms");
        assertThat(figure(0, "round-trip-ms")).isBetween(1.0, 10.0);
        assertThat(figure(settings().indexOf("enqueue mode=single producers=1"), "tasks/s")).isLessThan(1_000);
    }

    @Test
    void tasks_that_start_before_they_are_due_make_the_round_void() {
        run(new DueWorkload(2), 0.001, new LyingContender(core, "first", 1));

        assertThat(measurements).extracting(Measurement::fault)
                .containsExactly("tasks were started before they were due");
    }

    @Test
    void tasks_that_are_handled_where_there_should_be_none_make_the_round_void() {
        run(new IdleCostWorkload(Duration.ZERO), 0.001, new LyingContender(core, "strangers", 1));

        assertThat(measurements).extracting(Measurement::fault)
                .containsOnly("1 handled that are no tasks of this round");
    }

    @Test
    void tasks_that_are_lost_make_the_round_void() {
        run(new IdleLatencyWorkload(1, 2), 0.1, new LyingContender(core, "duplicates", 2));

        assertThat(measurements).extracting(Measurement::fault).containsExactly("warm-up: 2 handled again");
    }
}
