package io.github.asynqee.internal.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The periodic duties, each done once, on an empty Redis. */
class ServicesTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    private static final List<String> QUEUES = List.of("default", "low");
    private static final QueueKeys DEFAULT = QueueKeys.of("default");

    private final ManualClock clock = ManualClock.startingAt(T0);
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final Task<String> task = Task.of("email:welcome", "{}");
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

    private List<Lease> runAll(String queue) {
        return broker.workerCommands().dequeue(queue, 1_000).leases();
    }

    private String state(String queue, String id) {
        return redis.hget(QueueKeys.of(queue).task(id), "state");
    }

    private Recoverer recoverer() {
        return new Recoverer(broker, () -> QUEUES, queue -> true,
                (message, error) -> message.retried() >= message.maxRetry()
                        ? new Outcome.Archive(error.getMessage())
                        : new Outcome.Retry(T0.plusSeconds(900), error.getMessage(), true),
                0, settlements -> settlements,
                new TaskEvents(TaskListener.NONE, clock), AttemptRecorder.OFF, new WorkerStatistics());
    }

    @Test
    void the_forwarder_forwards_all_that_is_due_in_all_its_queues() {
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            tasks.add(task.processIn(Duration.ofSeconds(10)));
        }
        tasks.add(task.queue("low").processIn(Duration.ofSeconds(10)));
        tasks.add(task.queue("unserved").processIn(Duration.ofSeconds(10)));
        client.enqueueAll(tasks);
        clock.advance(Duration.ofSeconds(10));

        new Forwarder(broker.maintenanceCommands(), clock, () -> QUEUES, queue -> true, Duration.ofSeconds(1), () -> {
        }).runOnce();

        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(250);
        assertThat(redis.llen(QueueKeys.of("low").pending())).isEqualTo(1);
        assertThat(redis.zcard(QueueKeys.of("unserved").scheduled())).isEqualTo(1);
    }

    @Test
    void the_janitor_deletes_all_whose_retention_has_ended() {
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            tasks.add(task.retention(Duration.ofSeconds(10)));
        }
        client.enqueueAll(tasks);
        broker.workerCommands()
                .write(runAll("default").stream().map(l -> new Settlement(l, new Outcome.Done())).toList());
        clock.advance(Duration.ofSeconds(9));
        new Janitor(broker.maintenanceCommands(), () -> QUEUES, queue -> true).runOnce();
        assertThat(redis.zcard(DEFAULT.completed())).isEqualTo(250);

        clock.advance(Duration.ofSeconds(1));
        new Janitor(broker.maintenanceCommands(), () -> QUEUES, queue -> true).runOnce();

        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).isEmpty();
        assertThat(redis.exists(DEFAULT.completed())).isFalse();
    }

    @Test
    void a_queue_that_the_janitor_cannot_clean_does_not_stop_the_next_one_and_is_reported() {
        client.enqueue(task.id("t1").queue("low").retention(Duration.ofSeconds(10)));
        broker.workerCommands().write(runAll("low").stream().map(l -> new Settlement(l, new Outcome.Done())).toList());
        clock.advance(Duration.ofSeconds(10));
        redis.set(DEFAULT.completed(), "other");

        assertThatThrownBy(() -> new Janitor(broker.maintenanceCommands(), () -> QUEUES, queue -> true).runOnce())
                .isInstanceOf(BrokerException.class).hasMessageContaining("WRONGTYPE");

        assertThat(state("low", "t1")).isNull();
    }

    @Test
    void the_recoverer_leaves_leases_alone_for_thirty_seconds_after_their_end() {
        client.enqueue(task.id("t1").maxRetry(3));
        runAll("default");

        clock.advance(Duration.ofSeconds(59));
        recoverer().runOnce();
        assertThat(state("default", "t1")).isEqualTo("active");

        clock.advance(Duration.ofSeconds(1));
        recoverer().runOnce();
        assertThat(state("default", "t1")).isEqualTo("retry");
    }

    @Test
    void the_recoverer_retries_or_archives_in_all_its_queues() {
        client.enqueue(task.id("again").maxRetry(3));
        client.enqueue(task.id("last").maxRetry(0).queue("low"));
        runAll("default");
        runAll("low");
        clock.advance(Duration.ofSeconds(60));

        recoverer().runOnce();

        assertThat(state("default", "again")).isEqualTo("retry");
        assertThat(redis.zscore(DEFAULT.retry(), "again")).isEqualTo(2_000_000_900);
        assertThat(state("low", "last")).isEqualTo("archived");
        assertThat(redis.get(DEFAULT.failed())).isEqualTo("1");
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
    }

    @Test
    void the_recoverer_archives_what_cannot_be_decoded() {
        redis.hset(DEFAULT.task("broken").getBytes(), "msg".getBytes(), new byte[]{ (byte) 0xff });
        redis.lpush(DEFAULT.pending(), "broken");
        client.enqueue(task.id("good").maxRetry(3));
        runAll("default");
        clock.advance(Duration.ofSeconds(60));

        recoverer().runOnce();

        assertThat(state("default", "broken")).isEqualTo("archived");
        assertThat(state("default", "good")).isEqualTo("retry");
    }

    @Test
    void the_recoverer_requeues_staged_sets_that_have_expired() {
        client.enqueue(task.id("t1").group("g"));
        broker.groupCommands().stage("default", "g", new GroupLimits(1, Duration.ZERO, Duration.ZERO));
        clock.advance(Duration.ofSeconds(120));

        recoverer().runOnce();

        assertThat(redis.zrange(DEFAULT.group("g"), 0, -1)).containsExactly("t1");
        assertThat(broker.groupCommands().list("default")).containsExactly("g");
    }
}
