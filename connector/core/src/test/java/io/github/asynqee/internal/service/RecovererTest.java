package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Conditions that must not delay the recovery of tasks. */
class RecovererTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    private static final List<String> QUEUES = List.of("default", "low");
    private static final QueueKeys DEFAULT = QueueKeys.of("default");
    private static final QueueKeys LOW = QueueKeys.of("low");
    private static final BiFunction<TaskMessage, Throwable, Outcome> RETRY = (message,
            error) -> new Outcome.Retry(T0.plusSeconds(900), error.getMessage(), true);
    private static final UnaryOperator<List<Settlement>> NOTHING_FIRST = UnaryOperator.identity();

    private final ManualClock clock = ManualClock.startingAt(T0);
    private final TaskEvents silent = new TaskEvents(TaskListener.NONE, clock);
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final Task<String> task = Task.of("email:welcome", "{}").maxRetry(3);
    private final List<TaskEvent> told = new ArrayList<>();
    private Broker broker;
    private AsynqClient client;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock);
        client = DefaultAsynqClient.of(broker);
    }

    @AfterEach
    void disconnect() {
        client.close();
        broker.close();
    }

    private void recover() {
        new Recoverer(broker, () -> QUEUES, queue -> true, RETRY, 0, NOTHING_FIRST, silent, AttemptRecorder.OFF,
                new WorkerStatistics()).runOnce();
    }

    private void takeAll() {
        for (String queue : QUEUES) {
            while (broker.workerCommands().dequeue(queue, 1_000).size() > 0) {
                // as many as there are
            }
        }
    }

    private String state(QueueKeys queue, String id) {
        return redis.hget(queue.task(id), "state");
    }

    @Test
    void an_active_task_that_lost_its_lease_is_recovered_as_if_it_had_just_been_taken() {
        client.enqueue(task.id("t1"));
        takeAll();
        redis.del(DEFAULT.lease());

        recover();
        clock.advance(Duration.ofSeconds(59));
        recover();
        assertThat(state(DEFAULT, "t1")).isEqualTo("active");

        clock.advance(Duration.ofSeconds(1));
        recover();
        assertThat(state(DEFAULT, "t1")).isEqualTo("retry");
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
    }

    @Test
    void a_task_that_redis_cannot_send_in_time_is_passed_over_for_a_while() {
        client.enqueue(Task.of("email:welcome", "huge".repeat(1_500_000)).maxRetry(3).id("huge"));
        client.enqueue(task.id("small"));
        takeAll();
        clock.advance(Duration.ofSeconds(60));
        try (TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
                Broker slow = RedisBroker.connect(RedisConfig.of(network.url() + "?command-timeout=500ms"), clock)) {
            Recoverer recoverer = new Recoverer(slow, () -> QUEUES, queue -> true, RETRY, 0, NOTHING_FIRST, silent,
                    AttemptRecorder.OFF, new WorkerStatistics());
            network.swallowReplies("hugehuge");

            assertThatThrownBy(recoverer::runOnce).hasMessageContaining("Redis did not send task huge of 5 MB");
            assertThat(state(DEFAULT, "small")).isEqualTo("retry");
            recoverer.runOnce();
            assertThat(state(DEFAULT, "huge")).isEqualTo("active");

            network.heal();
            clock.advance(Recoverer.SLOW_AGAIN.plusSeconds(60));
            recoverer.runOnce();
            recoverer.runOnce();
            assertThat(state(DEFAULT, "huge")).isEqualTo("retry");
        }
    }

    @Test
    void after_a_jump_of_the_clock_live_workers_get_time_to_extend_their_leases() {
        AtomicLong nanos = new AtomicLong();
        try (Broker real = RedisBroker.connectFrom(RedisConfig.of(TestRedis.SINGLE.url()), Clock.systemUTC(),
                nanos::get)) {
            real.measureClock();
            client.enqueue(task.id("t1"));
            takeAll();
            redis.zadd(DEFAULT.lease(), Instant.now().getEpochSecond() - 120d, "t1");
            Recoverer recoverer = new Recoverer(real, () -> QUEUES, queue -> true, RETRY, 0, NOTHING_FIRST, silent,
                    AttemptRecorder.OFF,
                    new WorkerStatistics());

            nanos.addAndGet(Duration.ofHours(-1).toNanos());
            recoverer.runOnce();
            passEvenly(real, nanos, 44);
            recoverer.runOnce();
            assertThat(state(DEFAULT, "t1")).isEqualTo("active");

            passEvenly(real, nanos, 4);
            recoverer.runOnce();
            assertThat(state(DEFAULT, "t1")).isEqualTo("retry");
        }
    }

    /** In steps that are too small to count as jumps. */
    private static void passEvenly(Broker of, AtomicLong nanos, int seconds) {
        for (int passed = 0; passed < seconds; passed += 4) {
            nanos.addAndGet(Duration.ofSeconds(4).toNanos());
            of.measureClock();
        }
    }

    @Test
    void a_leased_task_that_is_not_active_runs_again_at_no_cost() {
        client.enqueue(task.id("t1"));
        takeAll();
        redis.del(DEFAULT.active());
        clock.advance(Duration.ofSeconds(60));

        recover();

        assertThat(broker.workerCommands().dequeue("default", 1).leases()).singleElement()
                .satisfies(lease -> assertThat(lease.message().retried()).isZero());
    }

    @Test
    void leftovers_before_and_behind_do_not_hide_what_can_be_recovered() {
        ghosts(1_500, 0);
        enqueue(1_200);
        takeAll();
        ghosts(1_500, 2_000_000_031);
        clock.advance(Duration.ofSeconds(90));

        recover();

        assertThat(redis.zcard(DEFAULT.retry())).isEqualTo(1_200);
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
    }

    @Test
    void tasks_whose_ids_are_no_text_are_archived() {
        for (int i = 0; i < 1_200; i++) {
            String id = "\u00ff" + (char) (i >> 8) + (char) (i & 0xff);
            redis.lpush(DEFAULT.pending().getBytes(), id.getBytes(StandardCharsets.ISO_8859_1));
            redis.hset(DEFAULT.task(id).getBytes(StandardCharsets.ISO_8859_1),
                    Map.of("msg".getBytes(), new byte[]{ 1 }));
        }
        client.enqueue(task.id("t1"));
        takeAll();
        clock.advance(Duration.ofSeconds(60));

        recover();

        assertThat(state(DEFAULT, "t1")).isEqualTo("retry");
        assertThat(redis.zcard(DEFAULT.archived())).isEqualTo(1_200);
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
    }

    @Test
    void tasks_that_have_to_wait_hide_no_others() {
        enqueue(1_200);
        takeAll();
        clock.advance(Duration.ofSeconds(1));
        client.enqueue(task.id("last"));
        client.enqueue(task.id("lost"));
        takeAll();
        redis.lrem(DEFAULT.active(), 1, "lost");
        clock.advance(Duration.ofSeconds(60));

        new Recoverer(broker, () -> QUEUES, queue -> true, RETRY, 0, settlements -> settlements.stream()
                .filter(settlement -> settlement.lease().id().equals("last")).toList(), silent, AttemptRecorder.OFF,
                new WorkerStatistics()).runOnce();

        assertThat(state(DEFAULT, "last")).isEqualTo("retry");
        assertThat(state(DEFAULT, "lost")).isEqualTo("pending");
        assertThat(redis.zcard(DEFAULT.lease())).isEqualTo(1_200);
    }

    @Test
    void a_lease_whose_score_is_no_whole_second_is_recovered() {
        client.enqueue(task.id("t1"));
        takeAll();
        redis.zadd(DEFAULT.lease(), 1_999_999_000.5, "t1");

        recover();

        assertThat(state(DEFAULT, "t1")).isEqualTo("retry");
    }

    private void ghosts(int count, long score) {
        for (int i = 0; i < count; i++) {
            redis.zadd(DEFAULT.lease(), score, "ghost-" + score + "-" + i);
        }
    }

    @Test
    void any_number_of_tasks_is_recovered_in_one_round() {
        enqueue(2_500);
        takeAll();
        clock.advance(Duration.ofSeconds(60));

        recover();

        assertThat(redis.zcard(DEFAULT.retry())).isEqualTo(2_500);
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
    }

    private void enqueue(int count) {
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(task.id("t" + i));
        }
        client.enqueueAll(tasks);
    }

    @Test
    void a_task_whose_rules_fail_is_archived_and_harms_no_other() {
        client.enqueue(task.id("strange"));
        client.enqueue(task.id("none"));
        client.enqueue(task.id("good"));
        client.enqueue(task.id("other").queue("low"));
        takeAll();
        clock.advance(Duration.ofSeconds(60));

        new Recoverer(broker, () -> QUEUES, queue -> true, (message, error) -> switch (message.id()) {
            case "strange" -> throw new IllegalStateException("no such policy");
            case "none" -> null;
            default -> RETRY.apply(message, error);
        }, 0, NOTHING_FIRST, silent, AttemptRecorder.OFF,
                new WorkerStatistics()).runOnce();

        assertThat(state(DEFAULT, "strange")).isEqualTo("archived");
        assertThat(errorOf("strange")).isEqualTo("no such policy");
        assertThat(state(DEFAULT, "none")).isEqualTo("archived");
        assertThat(state(DEFAULT, "good")).isEqualTo("retry");
        assertThat(state(LOW, "other")).isEqualTo("retry");
    }

    private String errorOf(String id) {
        try {
            return TaskMessage.parse(redis.hget(DEFAULT.task(id).getBytes(), "msg".getBytes())).errorMessage();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_queue_that_cannot_be_served_does_not_stop_the_next_one_and_is_reported() {
        client.enqueue(task.id("good").queue("low"));
        takeAll();
        redis.set(DEFAULT.lease(), "other");
        clock.advance(Duration.ofSeconds(60));

        assertThatThrownBy(this::recover).isInstanceOf(BrokerException.class).hasMessageContaining("WRONGTYPE");

        assertThat(state(LOW, "good")).isEqualTo("retry");
    }

    @Test
    void a_queue_that_cannot_be_served_is_named_once_until_it_can_be_again() {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Handler recorder = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                warnings.add(new SimpleFormatter().formatMessage(logged));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(Recoverer.class.getName());
        log.addHandler(recorder);
        try {
            Recoverer recoverer = new Recoverer(broker, () -> QUEUES, queue -> true, RETRY, 0, NOTHING_FIRST, silent,
                    AttemptRecorder.OFF,
                    new WorkerStatistics());
            for (int failures = 1; failures <= 2; failures++) {
                redis.set(LOW.lease(), "other");
                assertThatThrownBy(recoverer::runOnce).isInstanceOf(BrokerException.class);
                assertThatThrownBy(recoverer::runOnce).isInstanceOf(BrokerException.class);
                assertThat(warnings).hasSize(failures).allMatch(text -> text.contains("queue low"));
                redis.del(LOW.lease());
                recoverer.runOnce();
            }
        } finally {
            log.removeHandler(recorder);
        }
    }

    @Test
    void of_two_things_that_fail_in_a_queue_neither_hides_the_other() {
        redis.set(DEFAULT.lease(), "other");
        redis.set(DEFAULT.aggregationSets(), "other");

        assertThatThrownBy(this::recover).hasMessageContaining("REPAIR_LEASES").satisfies(
                error -> assertThat(error.getSuppressed()).singleElement().asString().contains("ZRANGE"));
    }

    // ---- tasks that end their workers

    private void workerDiesWith(String id) {
        clock.advance(Duration.ofSeconds(1_000));
        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();
        takeAll();
        assertThat(state(DEFAULT, id)).isEqualTo("active");
        clock.advance(Duration.ofSeconds(60));
    }

    private Recoverer guarded(int maxRecoveries) {
        return new Recoverer(broker, () -> QUEUES, queue -> true,
                (message, error) -> new Outcome.Retry(clock.instant(), error.getMessage(), true), maxRecoveries,
                NOTHING_FIRST,
                new TaskEvents(told::add, clock), AttemptRecorder.OFF, new WorkerStatistics());
    }

    @Test
    void a_task_that_was_recovered_as_often_as_allowed_is_archived_the_next_time() {
        client.enqueue(task.id("pill").maxRetry(25));
        for (int i = 1; i <= 3; i++) {
            workerDiesWith("pill");
            guarded(3).runOnce();
            assertThat(state(DEFAULT, "pill")).isEqualTo("retry");
            assertThat(redis.hget(DEFAULT.task("pill"), "asynqee:recoveries")).isEqualTo("" + i);
        }
        workerDiesWith("pill");

        guarded(3).runOnce();

        assertThat(state(DEFAULT, "pill")).isEqualTo("archived");
        assertThat(errorOf("pill")).isEqualTo("asynq: task lease expired: archived after 3 recoveries: "
                + "the worker died each time");
        assertThat(redis.hexists(DEFAULT.task("pill"), "asynqee:recoveries")).isFalse();
        assertThat(redis.get(DEFAULT.failed())).isEqualTo("4");
        assertThat(told).filteredOn(TaskRecovered.class::isInstance).map(TaskRecovered.class::cast)
                .extracting(TaskRecovered::recoveries, event -> event.task().state())
                .containsExactly(tuple(1, TaskState.RETRY), tuple(2, TaskState.RETRY), tuple(3, TaskState.RETRY),
                        tuple(4, TaskState.ARCHIVED));
        assertThat(told).filteredOn(TaskArchived.class::isInstance).hasSize(1);
    }

    @Test
    void an_operator_who_runs_it_again_gives_it_a_new_beginning() {
        client.enqueue(task.id("pill").maxRetry(25));
        workerDiesWith("pill");
        guarded(1).runOnce();
        workerDiesWith("pill");
        guarded(1).runOnce();
        assertThat(state(DEFAULT, "pill")).isEqualTo("archived");

        redis.zrem(DEFAULT.archived(), "pill");
        redis.hset(DEFAULT.task("pill"), "state", "pending");
        redis.lpush(DEFAULT.pending(), "pill");
        workerDiesWith("pill");
        guarded(1).runOnce();

        assertThat(state(DEFAULT, "pill")).isEqualTo("retry");
    }

    @Test
    void without_a_limit_a_task_is_recovered_any_number_of_times() {
        client.enqueue(task.id("pill").maxRetry(25));
        for (int i = 1; i <= 8; i++) {
            workerDiesWith("pill");
            guarded(0).runOnce();
        }

        assertThat(state(DEFAULT, "pill")).isEqualTo("retry");
        assertThat(redis.hget(DEFAULT.task("pill"), "asynqee:recoveries")).isEqualTo("8");
    }

    @Test
    void a_task_whose_retries_are_used_up_is_archived_with_asynqs_text() {
        client.enqueue(task.id("last").maxRetry(0));
        workerDiesWith("last");

        new Recoverer(broker, () -> QUEUES, queue -> true, (message, error) -> new Outcome.Archive(error.getMessage()),
                3,
                NOTHING_FIRST,
                silent, AttemptRecorder.OFF,
                new WorkerStatistics())
                .runOnce();

        assertThat(errorOf("last")).isEqualTo("asynq: task lease expired");
    }

    @Test
    void an_error_that_is_no_failure_does_not_save_it_from_the_limit() {
        client.enqueue(task.id("pill").maxRetry(1));
        BiFunction<TaskMessage, Throwable, Outcome> noFailure = (message, error) -> new Outcome.Retry(clock.instant(),
                error.getMessage(), false);
        for (int i = 1; i <= 3; i++) {
            workerDiesWith("pill");
            new Recoverer(broker, () -> QUEUES, queue -> true, noFailure, 2, NOTHING_FIRST, silent, AttemptRecorder.OFF,
                    new WorkerStatistics()).runOnce();
        }

        assertThat(state(DEFAULT, "pill")).isEqualTo("archived");
    }

    @Test
    void two_recoverers_count_a_recovery_once_and_emit_one_event() {
        client.enqueue(task.id("t1").maxRetry(25));
        workerDiesWith("t1");

        guarded(3).runOnce();
        guarded(3).runOnce();

        assertThat(redis.hget(DEFAULT.task("t1"), "asynqee:recoveries")).isEqualTo("1");
        assertThat(told).filteredOn(TaskRecovered.class::isInstance).hasSize(1);
    }

    @Test
    void a_server_whose_clock_is_half_a_minute_ahead_takes_no_live_task() {
        client.enqueue(task.id("alive"));
        takeAll();
        ManualClock ahead = ManualClock.startingAt(T0.plusSeconds(59));
        try (Broker fast = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), ahead)) {
            new Recoverer(fast, () -> QUEUES, queue -> true, RETRY, 3, NOTHING_FIRST, silent, AttemptRecorder.OFF,
                    new WorkerStatistics()).runOnce();
            assertThat(state(DEFAULT, "alive")).isEqualTo("active");

            ahead.advance(Duration.ofSeconds(1));
            new Recoverer(fast, () -> QUEUES, queue -> true, RETRY, 3, NOTHING_FIRST, silent, AttemptRecorder.OFF,
                    new WorkerStatistics()).runOnce();
            assertThat(state(DEFAULT, "alive")).isEqualTo("retry");
        }
    }
}
