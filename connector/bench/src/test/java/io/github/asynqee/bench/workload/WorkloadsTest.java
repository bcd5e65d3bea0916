package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

import io.github.asynqee.bench.process.ProcessSubject;
import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Workload;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.internal.protocol.QueueKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Workloads with the engine, and the checks that only some workloads have. */
@Tag("thorough")
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class WorkloadsTest {

    @TempDir
    static Path folder;
    private static Subject core;
    private static Subject producer;

    private final List<Measurement> measurements = new ArrayList<>();
    private RedisMeter redis;

    @BeforeAll
    static void startProcesses() {
        core = ProcessSubject.core("core engine", folder.resolve("core.log"), List.of());
        producer = ProcessSubject.core("producer", folder.resolve("producer.log"), List.of());
    }

    @AfterAll
    static void endProcesses() {
        core.close();
        producer.close();
    }

    @BeforeEach
    void startRedis() {
        redis = RedisMeter.start();
    }

    @AfterEach
    void endRedis() {
        redis.close();
    }

    private void run(Workload workload, double scale, String settings, Subject subject) {
        workload.run(new RunContext(redis, List.of(subject), () -> producer, 1, scale, Pattern.compile(settings),
                measurements::add, one -> fail(one.reason())));
        assertThat(new Queues(redis, List.of("bench-core")).leftovers()).isEmpty();
    }

    private void run(String workload, double scale, String settings, Subject subject) {
        run(Workloads.all().get(workload), scale, settings, subject);
    }

    private Map<String, Double> valid(String setting, String... figures) {
        assertThat(measurements).hasSize(1);
        Measurement only = measurements.get(0);
        assertThat(only.fault()).isEmpty();
        assertThat(only.setting()).isEqualTo(setting);
        assertThat(only.figures()).containsKeys(figures);
        assertThat(only.figures().values()).allSatisfy(value -> assertThat(value).isNotNegative());
        return only.figures();
    }

    private void assertVoid(String fault) {
        assertThat(measurements).extracting(Measurement::fault).containsOnly(fault);
    }

    /** The engine, with its replies changed, or Redis changed after a command. */
    private record Altered(BiConsumer<Command, Map<String, Long>> change) implements Subject {

        static Altered reply(String number, long wrong) {
            return new Altered((command, reply) -> reply.computeIfPresent(number, (name, value) -> wrong));
        }

        @Override
        public String name() {
            return core.name();
        }

        @Override
        public String id() {
            return core.id();
        }

        @Override
        public boolean supports(Command command) {
            return core.supports(command);
        }

        @Override
        public Map<String, Long> send(Command command) {
            Map<String, Long> reply = new TreeMap<>(core.send(command));
            change.accept(command, reply);
            return reply;
        }

        @Override
        public long cpuNanos() {
            return core.cpuNanos();
        }

        @Override
        public void close() {
            throw new AssertionError("the engine is shared by tests");
        }
    }

    @Test
    void five_channels_drain_the_queue_they_share() {
        run("shared-drain", 0.002, "=10 each", core);

        valid("channels=5 concurrency=10 each", "tasks/s", "redis-us/task");
    }

    @Test
    void a_task_that_no_channel_of_a_shared_queue_handles_makes_the_round_void() {
        run("shared-drain", 0.002, "=10 each", Altered.reply("distinct", 199));

        assertVoid("1 of 200 tasks not handled");
    }

    @Test
    void a_slow_channel_is_counted_separately_and_released_at_the_end() {
        run("slow-channel", 0.01, "", core);

        Map<String, Double> figures = valid("channels=5 slow=1 sleep=100ms concurrency=10 each", "slow-tasks/s");
        assertThat(figures.get("done-%")).isEqualTo(100);
        assertThat(figures.get("slow-tasks/s")).isLessThan(figures.get("tasks/s"));
    }

    @Test
    void a_busy_worker_drains_beside_idle_ones() {
        run("beside-idle", 0.002, "=10$", core);

        valid("idle-workers=2 x 100 queues concurrency=10", "tasks/s", "redis-us/task");
    }

    @Test
    void own_tasks_are_started_and_foreign_tasks_are_still_there() {
        run("foreign-tasks", 0.02, "", core);

        Map<String, Double> figures = valid("foreign=200 concurrency=10", "p50-ms", "p99-ms", "idle-redis-%");
        assertThat(figures.get("taken-out")).isBetween(0.0, 200.0);
    }

    @Test
    void a_lost_foreign_task_makes_the_round_void() {
        QueueKeys keys = QueueKeys.of("bench-core");
        run("foreign-tasks", 0.02, "", new Altered((command, reply) -> {
            // the engine may have requeued it for later
            if (command.verb().equals("stop") && redis.command("LPOP", keys.pending()).isEmpty()) {
                redis.command("ZPOPMIN", redis.number("ZCARD", keys.retry()) == 0 ? keys.scheduled() : keys.retry());
            }
        }));

        assertVoid("1 of 200 foreign tasks lost");
    }

    @Test
    void tasks_of_a_peer_start_soon_in_any_queue() {
        run("queue-latency", 0.02, "=16 ", core);

        Map<String, Double> figures = valid("queues=16 concurrency=10 pause=50ms", "p50-ms", "p95-ms", "p99-ms");
        assertThat(figures.get("p50-ms")).isPositive().isLessThanOrEqualTo(figures.get("max-ms"));
    }

    @Test
    void a_task_that_is_handled_twice_in_one_of_many_queues_makes_the_round_void() {
        run("queue-latency", 0.02, "=16 ", Altered.reply("duplicates", 1));

        assertVoid("warm-up: 1 handled again");
    }

    @Test
    void tasks_that_a_peer_schedules_start_late_and_never_early() {
        run("peer-schedule", 0.1, "=1 ", core);

        assertThat(valid("queues=1 ahead=2s concurrency=10", "p99-ms").get("p50-ms")).isPositive().isLessThan(2_000);
    }

    @Test
    void a_task_of_a_peer_that_starts_early_makes_the_round_void() {
        run("peer-schedule", 0.05, "=1 ", new Altered((command, reply) -> {
            if (command.verb().equals("await") && command.number("tasks") < 10) {
                reply.computeIfPresent("min", (name, value) -> -1L);
            }
        }));

        assertVoid("a task started before it was due");
    }

    @Test
    void single_tasks_with_pauses_start_soon() {
        run(Workloads.idleLatency(20, 40), 0.4, "", core);

        Map<String, Double> figures = valid("pauses=20-40ms concurrency=10 producer=core", "p95-ms", "redis-us/task");
        assertThat(figures.get("p50-ms")).isPositive().isLessThanOrEqualTo(figures.get("max-ms"));
        assertThat(figures.get("tasks/s")).isBetween(20.0, 60.0);
    }

    @Test
    void a_constant_rate_is_kept() {
        run("open-loop", 0.1, "rate=5000", core);

        assertThat(valid("rate=5000 concurrency=10 producer=core", "p99-ms").get("tasks/s")).isGreaterThan(2_000.0);
    }

    @Test
    void tasks_due_in_the_same_second_start_late_and_never_early() {
        run(Workloads.due(2), 0.1, "", core);

        assertThat(valid("ahead=2s concurrency=100", "p50-ms", "p99-ms").get("max-ms")).isPositive();
    }

    @Test
    void tasks_that_start_before_they_are_due_make_the_round_void() {
        run(Workloads.due(4), 0.001, "", Altered.reply("first", 1));

        assertVoid("tasks started before they were due");
    }

    @Test
    void an_idle_worker_uses_commands_and_processor_time() {
        run(Workloads.idleCost(Duration.ofMillis(100)), 0.05, "queues=16 ", core);

        valid("queues=16 concurrency=10", "redis-us/s", "redis-alone-us/s", "commands/s", "reads/s", "worker-us/s");
        assertThat(redis.command("DBSIZE")).isEqualTo("0");
    }

    @Test
    void so_does_one_whose_queues_are_found_by_a_pattern() {
        run("pattern-idle", 0.05, "=100 ", core);

        valid("queues=100 by pattern concurrency=10", "redis-us/s", "commands/s", "worker-us/s");
    }

    @Test
    void tasks_that_are_handled_where_there_are_none_make_the_round_void() {
        run(Workloads.idleCost(Duration.ZERO), 0.001, "queues=1 ", Altered.reply("unexpected", 1));

        assertVoid("1 handled that are not tasks of this round");
    }

    @Test
    void after_a_void_warm_up_the_subject_begins_again() {
        AtomicBoolean first = new AtomicBoolean(true);
        run(Workloads.idleLatency(1, 2), 0.1, "", new Altered((command, reply) -> reply.computeIfPresent("duplicates",
                (name, value) -> first.getAndSet(false) ? 2 : value)));

        assertThat(first).isFalse();
        valid("pauses=1-2ms concurrency=10 producer=core", "p50-ms");
    }
}
