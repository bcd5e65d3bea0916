package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Shards that are added while a worker runs. */
@Timeout(60)
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class AddedShardsTest extends ShardedWorkers {

    /** Two shards become four while producers and workers are busy. */
    @Test
    void shards_are_added_while_in_use() throws Exception {
        Map<String, Integer> times = new ConcurrentHashMap<>();
        Map<String, List<Integer>> ofKey = new ConcurrentHashMap<>();
        Set<String> from = ConcurrentHashMap.newKeySet();
        TaskHandler handler = delivery -> {
            from.add(delivery.message().queue());
            Map<String, String> headers = delivery.message().headers();
            times.merge(headers.get("mail"), 1, Integer::sum);
            if (headers.containsKey(Task.KEY_HEADER)) {
                ofKey.computeIfAbsent(headers.get(Task.KEY_HEADER),
                        k -> Collections.synchronizedList(new ArrayList<>()))
                        .add(Integer.parseInt(headers.get("number")));
            }
        };
        Worker worker = startAttentive(shards(2), channel(Map.of("mails", 1), 1, handler));
        AtomicInteger sent = new AtomicInteger();
        var producerOfTwo = pool.submit(() -> produce("a", client(2), sent));
        // a fetch takes tasks of one shard while this shard has enough
        await().until(() -> times.size() > 500 && from.size() == 2);
        assertThat(from).containsExactlyInAnyOrder("mails", "mails~1");

        broker.shards().declare("mails", 4, Declared.RAISE);
        var producerOfFour = pool.submit(() -> produce("b", client(4), sent));
        await().until(() -> from.size() == 4);
        int before = times.size();
        await().until(() -> times.size() > before + 500);
        end.set(true);
        producerOfTwo.get(20, TimeUnit.SECONDS);
        producerOfFour.get(20, TimeUnit.SECONDS);

        assertNothingLeft(4);
        assertThat(times).hasSize(sent.get());
        assertThat(times.values()).allMatch(count -> count == 1);
        assertThat(ofKey).hasSize(20).allSatisfy((key, numbers) -> assertThat(numbers).isSorted());
        assertThat(redis.at("asynq:shards").hget("asynq:shards", "mails")).isEqualTo("4 2");
        assertThat(worker.queues().keySet()).containsExactlyInAnyOrder("mails", "mails~1", "mails~2", "mails~3");
        await().untilAsserted(
                () -> assertThat(broker.servers().servers().get(0).queues()).isEqualTo(worker.queues()));
    }

    private DefaultAsynqClient plain() {
        return closedLater(DefaultAsynqClient.of(broker));
    }

    private static void awaitShards(Worker worker, int count) {
        await().until(() -> worker.queues().size() == count);
    }

    @Test
    void tasks_in_shards_that_a_worker_does_not_know_are_run_as_soon_as_it_does() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        startAttentive(shards(2), channel(Map.of("mails", 1), 2,
                delivery -> assertThat(ran.add(delivery.message().headers().get("mail"))).isTrue()));
        Shards.names("mails", 6).forEach(shard -> plain().enqueueAll(
                IntStream.range(0, 50).mapToObj(i -> mail(shard + i).queue(shard)).toList()));
        await().untilAsserted(() -> assertThat(ran).hasSize(100));

        broker.shards().declare("mails", 6, Declared.RAISE);

        await().untilAsserted(() -> assertThat(ran).hasSize(300));
        assertNothingLeft(6);
    }

    /** Without notifications the worker would look once per hour. */
    @Test
    void each_added_shard_wakes_an_idle_worker() throws Exception {
        CountDownLatch all = new CountDownLatch(16);
        Duration hour = Duration.ofHours(1);
        Worker worker = startAttentive(shards(1).taskCheckInterval(hour).delayedTaskCheckInterval(hour),
                channel(Map.of("mails", 1), 2, delivery -> all.countDown()));
        broker.shards().declare("mails", 8, Declared.RAISE);
        awaitShards(worker, 8);

        Shards.names("mails", 8).forEach(shard -> {
            plain().enqueue(Task.of("mail", "{}").queue(shard));
            plain().enqueue(Task.of("mail", "{}").queue(shard).processIn(Duration.ofSeconds(2)));
        });

        assertThat(all.await(12, TimeUnit.SECONDS)).as("%s are missing", all.getCount()).isTrue();
    }

    @Test
    void groups_in_added_shards_are_handled() throws Exception {
        CountDownLatch handled = new CountDownLatch(8);
        Channel groups = new Channel(new ChannelConfig("groups", Map.of("mails", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(600), Duration.ZERO, 2)));
        HandlerLane.openForGroups(groups, 2, group -> {
            assertThat(group.members()).hasSize(2);
            handled.countDown();
        }, pool);
        startAttentive(shards(1), groups);
        Shards.names("mails", 4).forEach(shard -> plain().enqueueAll(
                List.of(mail("1").queue(shard).group("before"), mail("2").queue(shard).group("before"))));

        broker.shards().declare("mails", 4, Declared.RAISE);
        Shards.names("mails", 4).forEach(shard -> plain().enqueueAll(
                List.of(mail("1").queue(shard).group("after"), mail("2").queue(shard).group("after"))));

        assertThat(handled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void dead_workers_tasks_are_recovered_and_completed_tasks_deleted_in_added_shards() {
        Broker dead = closedLater(RedisBroker.connect(RedisConfig.of(redis.url()),
                ManualClock.startingAt(Instant.now().minus(Duration.ofMinutes(10)))));
        plain().enqueueAll(IntStream.range(0, 5).mapToObj(i -> mail("m" + i).queue("mails~2")).toList());
        assertThat(dead.workerCommands().dequeue("mails~2", 100).size()).isEqualTo(5);
        Duration often = Duration.ofMillis(50);
        startAttentive(shards(1).recoveryInterval(often).janitorInterval(often),
                channel(Map.of("mails", 1), 1, delivery -> {}));

        broker.shards().declare("mails", 3, Declared.RAISE);
        plain().enqueue(mail("kept").queue("mails~1").retention(Duration.ofSeconds(1)));

        QueueKeys recovered = QueueKeys.of("mails~2");
        await().untilAsserted(() -> assertThat(redis.at(recovered.retry()).zcard(recovered.retry())).isEqualTo(5));
        QueueKeys completed = QueueKeys.of("mails~1");
        await().untilAsserted(
                () -> assertThat(redis.at(completed.completed()).zcard(completed.completed())).isEqualTo(1));
        await().untilAsserted(() -> assertThat(redis.at(completed.completed()).zcard(completed.completed())).isZero());
    }

    @Test
    void a_worker_that_is_configured_without_shards_consumes_those_on_record() throws Exception {
        CountDownLatch all = new CountDownLatch(8);
        broker.shards().declare("mails", 4, Declared.RAISE);
        Worker worker = startAttentive(WorkerConfig.builder(),
                channel(Map.of("mails", 1), 2, delivery -> all.countDown()));
        awaitShards(worker, 4);

        broker.shards().declare("mails", 8, Declared.RAISE);
        Shards.names("mails", 8).forEach(shard -> plain().enqueue(mail("m").queue(shard)));

        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_record_that_is_lost_is_written_again() {
        Worker worker = startAttentive(shards(4), channel(Map.of("mails", 1), 1, delivery -> {}));
        broker.shards().declare("mails", 6, Declared.RAISE);
        awaitShards(worker, 6);

        redis.clear();

        await().untilAsserted(
                () -> assertThat(redis.at("asynq:shards").hget("asynq:shards", "mails")).isEqualTo("6 6"));
    }

    @Test
    void shards_that_are_consumed_as_queues_of_their_own_are_not_added() {
        RecordedLog log = closedLater(RecordedLog.ofAll());
        Channel own = new Channel(new ChannelConfig("own", Map.of("mails~3", 1), "", POLICY));
        Worker worker = startAttentive(shards(2), channel(Map.of("mails", 1, "other", 1), 1, delivery -> {}), own);

        broker.shards().declare("mails", 4, Declared.RAISE);
        broker.shards().declare("other", 2, Declared.RAISE);

        await().until(() -> worker.queues().containsKey("other~1"));
        await().untilAsserted(() -> assertThat(log.lines()).filteredOn(line -> line.contains("mails"))
                .containsExactly("queue mails has 4 shards, of which only 2 are consumed: queue \"mails~3\" is a shard "
                        + "of queue \"mails\" and cannot be consumed on its own"));
        assertThat(worker.queues()).containsOnlyKeys("mails", "mails~1", "mails~3", "other", "other~1");
    }

    private void produce(String name, DefaultAsynqClient client, AtomicInteger sent) {
        for (int i = 0; !end.get(); i++) {
            int number = i;
            List<Task<String>> batch = new ArrayList<>();
            for (int k = 0; k < 10; k++) {
                batch.add(mail(name + i + "-" + k));
                batch.add(mail(name + i + "-key-" + k).key(name + k).header("number", "" + number));
            }
            List<EnqueueResult> results = client.enqueueAll(batch);
            assertThat(results).allMatch(result -> result.error() == null);
            sent.addAndGet(batch.size());
        }
    }
}
