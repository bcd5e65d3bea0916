package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.workload.FaultySubject.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VoidRoundsTest {

    private static final int TASKS = 20;

    private final List<Measurement> measurements = new ArrayList<>();
    private final RedisMeter redis = RedisMeter.start();

    @AfterEach
    void endRedis() {
        redis.close();
    }

    private void run(String workload, String settings, Fault fault) {
        try (FaultySubject subject = new FaultySubject(redis, fault)) {
            Workloads.all().get(workload).run(new RunContext(redis, List.of(subject), () -> subject, 2,
                    TASKS / 150_000.0, Pattern.compile(settings), measurements::add, one -> fail(one.reason())));
        }
        assertThat(new Queues(redis, List.of("bench-faulty")).leftovers()).isEmpty();
    }

    @Test
    void a_round_in_which_each_task_is_handled_once_is_valid() {
        run("drain", "concurrency=10$", Fault.NONE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> {
            assertThat(measurement.fault()).isEmpty();
            assertThat(measurement.figures()).containsKeys("tasks/s", "redis-us/task", "worker-us/task",
                    "commands/task", "calls/task");
            assertThat(measurement.figures().get("calls/task")).isBetween(2.0, 2.1);
        });
    }

    @ParameterizedTest
    @CsvSource({
            "LOSES,         1 of 20 tasks not handled",
            "REPEATS,       1 handled again",
            "INVENTS,       1 handled that are not tasks of this round",
            "RETRIES,       left behind: bench-faulty: retry has 1",
            "FAILS,         it has failed" })
    void a_round_with_a_fault_is_void(Fault fault, String reason) {
        run("drain", "concurrency=10$", fault);

        assertThat(measurements).hasSize(2).allSatisfy(
                measurement -> assertThat(measurement.fault()).contains(reason));
    }

    @Test
    void tasks_that_are_enqueued_once_each_are_valid() {
        run("enqueue", "mode=single producers=1", Fault.NONE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> assertThat(measurement.fault()).isEmpty());
    }

    @Test
    void a_task_that_is_enqueued_twice_makes_the_round_void() {
        run("enqueue", "mode=single producers=1", Fault.ENQUEUES_TWICE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> assertThat(measurement.fault()).isEqualTo(
                "0 of 13 tasks not enqueued, 1 enqueued again, 0 enqueued that are not tasks of this round"));
    }

    @Test
    void active_tasks_do_not_make_a_round_void() {
        run("active", "active=10$", Fault.NONE);

        assertThat(measurements).hasSize(2).allSatisfy(measurement -> assertThat(measurement.fault()).isEmpty());
    }
}
