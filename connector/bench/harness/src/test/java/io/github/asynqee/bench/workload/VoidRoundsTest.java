package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.bench.BenchArena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import io.github.asynqee.bench.workload.FaultyContender.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VoidRoundsTest {

    private static final int TASKS = 20;

    private final List<Measurement> measurements = new ArrayList<>();
    private JedisRedisMeter redis;

    @BeforeEach
    void startRedis() {
        redis = JedisRedisMeter.start();
    }

    @AfterEach
    void endRedis() {
        redis.close();
    }

    private void run(Workload workload, String settings, Fault fault) {
        double scale = TASKS / 100_000.0;
        Contender contender = new FaultyContender(fault);
        workload.run(new BenchArena(redis, List.of(contender), () -> contender, 2, scale, Pattern.compile(settings),
                measurements::add, absence -> fail(absence.reason())));
    }

    @Test
    void a_round_in_which_each_task_is_handled_once_counts() {
        run(DrainWorkload.defaults(), "concurrency=10$", Fault.NONE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> {
            assertThat(measurement.fault()).isEmpty();
            assertThat(measurement.figures()).containsKeys("tasks/s", "redis-us/task", "worker-us/task",
                    "commands/task", "calls/task");
            assertThat(measurement.figures().get("calls/task")).isBetween(2.0, 2.1);
        });
        assertThat(redis.leftovers("bench-faulty")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
            "LOSES,         1 of 20 tasks not handled",
            "REPEATS,       1 handled again",
            "INVENTS,       1 handled that are no tasks of this round",
            "RETRIES,       left behind: retry has 1",
            "FAILS,         it has failed" })
    void a_round_with_a_fault_is_void(Fault fault, String reason) {
        run(DrainWorkload.defaults(), "concurrency=10$", fault);

        assertThat(measurements).hasSize(2).allSatisfy(
                measurement -> assertThat(measurement.fault()).contains(reason));
        assertThat(redis.leftovers("bench-faulty")).isEmpty();
    }

    @Test
    void tasks_that_are_enqueued_once_each_count() {
        run(new EnqueueWorkload(), "mode=single producers=1", Fault.NONE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> assertThat(measurement.fault()).isEmpty());
    }

    @Test
    void a_task_that_is_enqueued_twice_makes_the_round_void() {
        run(new EnqueueWorkload(), "mode=single producers=1", Fault.ENQUEUES_TWICE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> assertThat(measurement.fault())
                .isEqualTo("0 of 10 tasks not enqueued, 1 enqueued again, 0 enqueued that are no tasks of this round"));
    }

    @Test
    void held_tasks_do_not_make_a_round_void() {
        run(new ActiveWorkload(), "active=10$", Fault.NONE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> assertThat(measurement.fault()).isEmpty());
    }
}
