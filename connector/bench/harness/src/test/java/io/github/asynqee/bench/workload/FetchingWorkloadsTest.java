package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.asynqee.bench.BenchArena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.process.CoreProcess;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import io.github.asynqee.internal.protocol.QueueKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class FetchingWorkloadsTest {

    @TempDir
    static Path folder;
    private static Contender core;

    private final List<Measurement> measurements = new ArrayList<>();
    private JedisRedisMeter redis;

    @BeforeAll
    static void startProcess() {
        core = CoreProcess.start("core engine", "core", folder.resolve("core.log"), List.of());
    }

    @AfterAll
    static void endProcess() {
        core.close();
    }

    @BeforeEach
    void startRedis() {
        redis = JedisRedisMeter.start();
    }

    @AfterEach
    void endRedis() {
        redis.close();
    }

    private void run(Workload workload, double scale, String settings, Contender contender) {
        workload.run(new BenchArena(redis, List.of(contender), () -> fail("no producer is needed"), 1, scale,
                Pattern.compile(settings), measurements::add, absence -> fail(absence.reason())));
        assertThat(redis.leftovers("bench-core")).isEmpty();
    }

    private Measurement valid(String setting, String... figures) {
        assertThat(measurements).hasSize(1);
        Measurement only = measurements.get(0);
        assertThat(only.fault()).isEmpty();
        assertThat(only.setting()).isEqualTo(setting);
        assertThat(only.figures()).containsKeys(figures);
        return only;
    }

    /** When it is asked how it went, it loses a task that is not its own. */
    private record Losing(Contender core, RedisMeter redis) implements Contender {

        @Override
        public String name() {
            return core.name();
        }

        @Override
        public String id() {
            return core.id();
        }

        @Override
        public boolean can(Order order) {
            return core.can(order);
        }

        @Override
        public Map<String, Long> ask(Order order) {
            Map<String, Long> answer = core.ask(order);
            if (order.verb().equals("stop")) {
                loseOne(QueueKeys.of("bench-core"));
            }
            return answer;
        }

        /** Wherever the engine has put it. */
        private void loseOne(QueueKeys keys) {
            if (redis.command("LPOP", keys.pending()).isEmpty()) {
                redis.command("ZPOPMIN",
                        redis.command("ZCARD", keys.retry()).equals("0") ? keys.scheduled() : keys.retry());
            }
        }

        @Override
        public long cpuNanos() {
            return core.cpuNanos();
        }

        @Override
        public void close() {
            core.close();
        }
    }

    private void assertVoid(String fault) {
        assertThat(measurements).extracting(Measurement::fault).containsExactly(fault);
    }

    @Test
    void five_channels_drain_the_queue_they_share() {
        run(new SharedDrainWorkload(), 0.002, "=10 each", core);

        valid("channels=5 concurrency=10 each", "tasks/s", "redis-us/task");
    }

    @Test
    void a_task_that_no_channel_of_a_shared_queue_handles_makes_the_round_void() {
        run(new SharedDrainWorkload(), 0.002, "=10 each", new LyingContender(core, "distinct", 199));

        assertVoid("1 of 200 tasks not handled");
    }

    @Test
    void a_slow_channel_is_counted_apart_and_released_in_the_end() {
        run(new SlowChannelWorkload(), 0.01, "", core);

        Measurement only = valid("channels=5 slow=1 sleep=100ms concurrency=10 each", "tasks/s", "slow-tasks/s");
        assertThat(only.figures().get("done-%")).isEqualTo(100);
        assertThat(only.figures().get("slow-tasks/s")).isLessThan(only.figures().get("tasks/s"));
    }

    @Test
    void two_workers_share_the_tasks_of_a_queue() {
        run(new HoardingWorkload(), 0.25, "", core);

        Measurement only = valid("workers=2 sleep=1000ms concurrency=20 each", "tasks/s");
        assertThat(only.figures().get("seconds")).isGreaterThanOrEqualTo(2);
        assertThat(only.figures().get("larger-share-%")).isBetween(50.0, 99.0);
    }

    @Test
    void a_busy_worker_drains_beside_idle_ones() {
        run(new BesideIdleWorkload(), 0.002, "=10$", core);

        valid("idle-workers=2 x 100 queues concurrency=10", "tasks/s", "redis-us/task");
    }

    @Test
    void own_tasks_are_started_and_those_of_others_are_still_there() {
        run(new ForeignTasksWorkload(), 0.02, "", core);

        Measurement only = valid("foreign=200 concurrency=10", "p50-ms", "p99-ms", "idle-redis-%");
        assertThat(only.figures().get("taken-out")).isBetween(0.0, 200.0);
    }

    @Test
    void a_task_of_others_that_is_lost_makes_the_round_void() {
        run(new ForeignTasksWorkload(), 0.02, "", new Losing(core, redis));

        assertVoid("1 of 200 foreign tasks lost");
    }

    @Test
    void tasks_of_a_peer_are_started_soon_in_any_queue() {
        run(new QueueLatencyWorkload(), 0.02, "=16 ", core);

        Measurement only = valid("queues=16 concurrency=10 pause=50ms", "p50-ms", "p95-ms", "p99-ms");
        assertThat(only.figures().get("p50-ms")).isPositive().isLessThanOrEqualTo(only.figures().get("max-ms"));
    }

    @Test
    void a_task_that_is_handled_twice_in_one_of_many_queues_makes_the_round_void() {
        run(new QueueLatencyWorkload(), 0.02, "=16 ", new LyingContender(core, "duplicates", 1));

        assertVoid("warm-up: 1 handled again");
    }

    @Test
    void tasks_that_a_peer_schedules_are_late_and_never_early() {
        run(new PeerScheduleWorkload(), 0.1, "=1 ", core);

        Measurement only = valid("queues=1 ahead=2s concurrency=10", "p50-ms", "p99-ms");
        assertThat(only.figures().get("p50-ms")).isPositive().isLessThan(2_000);
    }

    @Test
    void a_scheduled_task_that_is_started_early_makes_the_round_void() {
        run(new PeerScheduleWorkload(), 0.05, "=1 ", new LyingContender(core, "min", -1));

        assertVoid("a task was started before it was due");
    }
}
