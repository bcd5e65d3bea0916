package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

class ProducerCommandsTest extends BrokerTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void the_order_within_a_queue_is_kept_whatever_lies_between() {
        List<NewTask> tasks = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            tasks.add(Tasks.pending("default", "t" + i));
            expected.add("t" + i);
            if (i % 7 == 0) {
                tasks.add(Tasks.scheduled("default", "s" + i, T0.plusSeconds(60)));
                tasks.add(Tasks.pending("critical", "c" + i));
            }
        }
        Collections.reverse(expected);

        store(tasks.toArray(NewTask[]::new));

        assertThat(list(DEFAULT.pending())).isEqualTo(expected);
    }

    @Test
    void every_queue_becomes_known() {
        store(TestRedis.queues().map(queue -> Tasks.pending(queue, "t1")).toArray(NewTask[]::new));

        assertThat(redis.at("asynq:queues").smembers("asynq:queues"))
                .containsExactlyInAnyOrderElementsOf(TestRedis.queues().toList());
    }

    @Test
    void results_stand_where_their_tasks_stood() {
        store(Tasks.pending("low", "taken"), Tasks.unique("critical", "holder", "subject"));

        assertThat(broker.producerCommands()
                .store(List.of(Tasks.pending("default", "a"), Tasks.pending("low", "taken"),
                        Tasks.unique("critical", "b", "subject"), Tasks.pending("low", "c"),
                        Tasks.pending("default", "a"))))
                .containsExactly(new StoreResult.Stored(), new StoreResult.IdTaken(),
                        new StoreResult.Duplicate(), new StoreResult.Stored(),
                        new StoreResult.IdTaken());
    }

    private StoreResult stored(NewTask task) {
        return broker.producerCommands().store(List.of(task, Tasks.pending("low", "other"))).get(0);
    }

    @Test
    void a_task_with_a_receipt_is_stored_once_even_if_it_has_run_and_is_gone() {
        NewTask task = Tasks.unique("default", "t1", "subject").once("group");
        assertThat(stored(task)).isEqualTo(new StoreResult.Stored());
        Jedis node = redis.at(DEFAULT.task("t1"));
        String lock = node.hget(DEFAULT.task("t1"), "unique_key");

        assertThat(stored(task)).isEqualTo(new StoreResult.Stored());
        assertThat(list(DEFAULT.pending())).containsExactly("t1");
        node.del(DEFAULT.groupReceipt("group"));
        assertThat(stored(task)).as("it holds its lock").isEqualTo(new StoreResult.IdTaken());
        assertThat(stored(Tasks.unique("default", "t2", "subject").once("another")))
                .isEqualTo(new StoreResult.Duplicate());
        assertThat(node.exists(DEFAULT.groupReceipt("another"))).isFalse();

        node.del(DEFAULT.pending(), DEFAULT.task("t1"), lock);
        assertThat(stored(task)).isEqualTo(new StoreResult.Stored());
        node.del(DEFAULT.pending(), DEFAULT.task("t1"), lock);
        assertThat(stored(task)).isEqualTo(new StoreResult.Stored());
        assertThat(node.exists(DEFAULT.task("t1"))).isFalse();
        assertThat(node.ttl(DEFAULT.groupReceipt("group"))).isBetween(6 * 3600L - 60, 6 * 3600L);
    }

    @Test
    void large_messages_are_stored_whole() throws Exception {
        byte[] payload = new byte[700_000];
        payload[699_999] = 7;
        NewTask[] tasks = new NewTask[4];
        for (int i = 0; i < tasks.length; i++) {
            TaskMessage message = TaskMessage.builder("blob", "t" + i, "default").payload(payload).build();
            tasks[i] = new NewTask(message, new Placement.Pending(), null);
        }

        store(tasks);

        assertThat(broker.workerCommands().dequeue("default", 9).leases())
                .extracting(lease -> lease.message().payload())
                .hasSize(4).allSatisfy(bytes -> assertThat(bytes).isEqualTo(payload));
    }

    @Test
    void an_id_conflict_gives_the_lock_back() {
        for (Placement placement : List.of(new Placement.Pending(), new Placement.Scheduled(T0.plusSeconds(60)),
                new Placement.InGroup())) {
            redis.clear();
            store(Tasks.pending("default", "t1"));
            KeySpace before = dump();

            assertThat(
                    broker.producerCommands().store(List.of(Tasks.unique("default", "t1", "subject", placement, HOUR))))
                    .containsExactly(new StoreResult.IdTaken());

            dump().assertSameAs(before);
        }
    }

    @Test
    void a_held_lock_is_neither_taken_nor_prolonged() {
        for (Placement placement : List.of(new Placement.Pending(), new Placement.Scheduled(T0.plusSeconds(60)),
                new Placement.InGroup())) {
            redis.clear();
            store(Tasks.unique("default", "t1", "subject"));
            KeySpace before = dump();

            assertThat(
                    broker.producerCommands().store(List.of(Tasks.unique("default", "t2", "subject", placement, HOUR))))
                    .containsExactly(new StoreResult.Duplicate());

            dump().assertSameAs(before);
        }
    }

    @Test
    void a_unique_task_names_its_lock_wherever_it_goes() {
        store(Tasks.unique("default", "p", "1", new Placement.Pending(), HOUR),
                Tasks.unique("default", "s", "2", new Placement.Scheduled(T0.plusSeconds(60)), HOUR),
                Tasks.unique("default", "g", "3", new Placement.InGroup(), HOUR), Tasks.pending("default", "none"));

        assertThat(field(DEFAULT.task("p"), "unique_key")).isEqualTo(Tasks.lock("default", "1"));
        assertThat(field(DEFAULT.task("s"), "unique_key")).isEqualTo(Tasks.lock("default", "2"));
        assertThat(field(DEFAULT.task("g"), "unique_key")).isEqualTo(Tasks.lock("default", "3"));
        assertThat(field(DEFAULT.task("none"), "unique_key")).isNull();
    }

    @Test
    void the_life_of_a_lock_is_cut_to_whole_seconds_of_which_there_must_be_one() {
        store(Tasks.unique("default", "a", "1", new Placement.Pending(), Duration.ofMillis(69_999)),
                Tasks.unique("default", "b", "2", new Placement.Pending(), Duration.ofMillis(1_999)));

        assertThat(life(Tasks.lock("default", "1"))).isBetween(68_000L, 69_000L);
        assertThat(life(Tasks.lock("default", "2"))).isBetween(1L, 1_000L);
        assertThatThrownBy(
                () -> Tasks.unique("default", "c", "3", new Placement.Pending(), Duration.ofMillis(999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be at least 1 s: PT0.999S");
    }

    private long life(String key) {
        return redis.at(key).pttl(key);
    }

    @Test
    void times_are_cut_to_whole_seconds() {
        store(Tasks.scheduled("default", "t1", Instant.ofEpochSecond(2_000_000_060, 999_999_999)));

        assertThat(redis.at(DEFAULT.scheduled()).zscore(DEFAULT.scheduled(), "t1")).isEqualTo(2_000_000_060);
    }

    @Test
    void one_id_may_be_used_in_several_queues() {
        store(TestRedis.queues().map(queue -> Tasks.pending(queue, "same")).toArray(NewTask[]::new));

        TestRedis.queues().forEach(
                queue -> assertThat(list(QueueKeys.of(queue).pending())).containsExactly("same"));
    }

    @Test
    void a_refusal_by_redis_concerns_only_the_tasks_of_that_call() {
        redis.at(DEFAULT.pending()).set(DEFAULT.pending(), "not a list");

        List<StoreResult> results = broker.producerCommands()
                .store(List.of(Tasks.pending("default", "a"), Tasks.pending("low", "b")));

        assertThat(results.get(0)).isInstanceOfSatisfying(StoreResult.Failed.class,
                failed -> assertThat(failed.error()).isExactlyInstanceOf(BrokerException.class)
                        .hasMessageContaining("WRONGTYPE"));
        assertThat(results.get(1)).isEqualTo(new StoreResult.Stored());
    }

    @ParameterizedTest
    @MethodSource("placements")
    void a_task_that_redis_refuses_half_way_leaves_neither_hash_nor_lock(Placement placement, String collection) {
        store(Tasks.pending("default", "earlier"));
        redis.at(DEFAULT.pending()).del(DEFAULT.pending());
        redis.at(collection).set(collection, "of another type");
        KeySpace before = dump();

        List<StoreResult> results = broker.producerCommands()
                .store(List.of(Tasks.unique("default", "t1", "subject", placement, HOUR)));

        assertThat(results.get(0)).isInstanceOf(StoreResult.Failed.class);
        dump().assertSameAs(before);
        redis.at(collection).del(collection);
        assertThat(
                broker.producerCommands().store(List.of(Tasks.unique("default", "t1", "subject", placement, HOUR))))
                .as("neither the ID nor the lock is taken").containsExactly(new StoreResult.Stored());
    }

    static Stream<Arguments> placements() {
        return Stream.of(Arguments.of(new Placement.Pending(), DEFAULT.pending()),
                Arguments.of(new Placement.Scheduled(T0.plusSeconds(60)), DEFAULT.scheduled()),
                Arguments.of(new Placement.InGroup(), DEFAULT.groups()));
    }

    @Test
    void a_producer_that_starts_anew_makes_a_removed_queue_known_again() {
        store(Tasks.pending("default", "t1"));
        redis.at("asynq:queues").del("asynq:queues");

        try (Broker another = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            another.producerCommands().store(List.of(Tasks.pending("default", "t2")));
        }

        assertThat(redis.at("asynq:queues").smembers("asynq:queues")).containsExactly("default");
    }

    @Test
    void foreign_fields_survive_until_the_task_is_gone() {
        store(Tasks.pending("default", "t1"));
        redis.at(DEFAULT.task("t1")).hset(DEFAULT.task("t1"), "private", "kept");
        Lease lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
        settle(lease, new Outcome.Retry(T0, "boom", true));
        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();
        Lease again = broker.workerCommands().dequeue("default", 1).leases().get(0);
        settle(again, new Outcome.Archive("boom"));

        assertThat(field(DEFAULT.task("t1"), "private")).isEqualTo("kept");
    }
}
