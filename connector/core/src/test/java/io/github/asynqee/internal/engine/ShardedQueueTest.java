package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
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

/** A queue with shards as a worker consumes it. */
@Timeout(60)
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class ShardedQueueTest extends ShardedWorkers {

    @Test
    void a_worker_consumes_all_shards_within_its_concurrency() {
        client(4).enqueueAll(IntStream.range(0, 2_000).mapToObj(i -> mail("m" + i)).toList());
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Map<String, Integer> from = new ConcurrentHashMap<>();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        Worker worker = start(shards(4), channel(Map.of("mails", 1), 5, delivery -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            assertThat(ran.add(delivery.message().headers().get("mail"))).isTrue();
            from.merge(delivery.message().queue(), 1, Integer::sum);
            running.decrementAndGet();
        }));

        await().untilAsserted(() -> assertThat(ran).hasSize(2_000));
        assertThat(most.get()).isLessThanOrEqualTo(5);
        assertThat(from).isEqualTo(Map.of("mails", 500, "mails~1", 500, "mails~2", 500, "mails~3", 500));
        assertThat(worker.queues().keySet()).containsExactlyInAnyOrder("mails", "mails~1", "mails~2", "mails~3");
        assertNothingLeft(4);
        assertThat(broker.servers().servers().get(0).queues()).isEqualTo(worker.queues());
    }

    @Test
    void each_shard_wakes_an_idle_worker() throws Exception {
        CountDownLatch all = new CountDownLatch(8);
        start(shards(8), channel(Map.of("mails", 1), 8, delivery -> all.countDown()));
        DefaultAsynqClient plain = closedLater(DefaultAsynqClient.of(broker));

        Shards.names("mails", 8).forEach(shard -> plain.enqueue(Task.of("mail", "{}").queue(shard)));

        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** While a shard has tasks for all free lanes, no other shard is polled in the same round. */
    @Test
    @SomeDays(oneIn = 3)
    void fetching_from_many_shards_costs_about_as_many_calls_as_from_one_queue() {
        // the number of calls also depends on how quickly the fetcher wakes up
        int fromOne = Math.max(dequeues(1), dequeues(1));
        int fromMany = Math.min(dequeues(16), dequeues(16));

        assertThat(fromMany).as("calls, of one queue %s", fromOne).isLessThan(fromOne * 2 + 64);
    }

    private int dequeues(int shards) {
        redis.clear();
        DefaultAsynqClient client = closedLater(
                DefaultAsynqClient.builder(connected()).shards("mails", shards).build());
        client.enqueueAll(IntStream.range(0, 4_000).mapToObj(i -> mail("m" + i)).toList());
        redis.nodes().forEach(node -> node.configResetStat());
        AtomicInteger ran = new AtomicInteger();
        Worker worker = start(WorkerConfig.builder().shards("mails", shards).maxPrefetch(0),
                channel(Map.of("mails", 1), 50, delivery -> ran.incrementAndGet()));
        await().untilAsserted(() -> assertThat(ran.get()).isEqualTo(4_000));
        worker.shutdown(Duration.ofSeconds(5));
        return redis.nodes().stream().mapToInt(node -> calls(node.info("commandstats"), "lrange")).sum();
    }

    private static int calls(String stats, String command) {
        return stats.lines().filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".*:calls=(\\d+),.*", "$1"))).sum();
    }

    @Test
    void a_queue_with_shards_has_its_weight_among_other_queues() {
        DefaultAsynqClient client = client(4);
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            tasks.add(mail("m" + i));
            tasks.add(mail("o" + i).queue("other"));
        }
        client.enqueueAll(tasks);
        List<String> order = Collections.synchronizedList(new ArrayList<>());

        start(shards(4).maxPrefetch(0), channel(Map.of("mails", 1, "other", 1), 10,
                delivery -> order.add(delivery.message().queue())));

        await().untilAsserted(() -> assertThat(order).hasSize(4_000));
        assertThat(order.subList(0, 2_000).stream().filter("other"::equals).count()).isBetween(800L, 1_200L);
    }

    @Test
    void strict_priorities_hold_between_queues_with_shards() {
        DefaultAsynqClient client = client(4);
        client.enqueueAll(IntStream.range(0, 200).mapToObj(i -> mail("low" + i).queue("low")).toList());
        client.enqueueAll(IntStream.range(0, 200).mapToObj(i -> mail("m" + i)).toList());
        List<String> order = Collections.synchronizedList(new ArrayList<>());

        start(shards(4).strictPriority(true), channel(Map.of("mails", 2, "low", 1), 1,
                delivery -> order.add(delivery.message().queue())));

        await().untilAsserted(() -> assertThat(order).hasSize(400));
        assertThat(order.subList(0, 200)).doesNotContain("low");
        assertThat(new HashSet<>(order.subList(0, 100))).hasSize(4);
    }

    @Test
    void a_group_is_handled_by_one_call() throws Exception {
        CountDownLatch handled = new CountDownLatch(2);
        Map<String, Integer> sizes = new ConcurrentHashMap<>();
        Channel channel = new Channel(new ChannelConfig("mails", Map.of("mails", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(600), Duration.ZERO, 12)));
        HandlerLane.openForGroups(channel, 2, group -> {
            sizes.put(group.group(), group.members().size());
            handled.countDown();
        }, pool);
        DefaultAsynqClient client = client(8);
        for (int i = 0; i < 12; i++) {
            client.enqueue(mail("m" + i).group("customer-1"));
            client.enqueue(mail("n" + i).group("customer-2"));
        }
        // a running worker would see only after 7 s that a group is full
        start(shards(8), channel);

        assertThat(handled.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(sizes).isEqualTo(Map.of("customer-1", 12, "customer-2", 12));
    }

    @Test
    void delayed_tasks_of_each_shard_are_run() throws Exception {
        CountDownLatch all = new CountDownLatch(8);
        start(shards(4), channel(Map.of("mails", 1), 8, delivery -> all.countDown()));
        DefaultAsynqClient client = client(4);

        for (int i = 0; i < 8; i++) {
            client.enqueue(mail("m" + i).processIn(Duration.ofSeconds(1)));
        }

        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasks_of_dead_workers_are_recovered_in_each_shard() {
        DefaultAsynqClient client = client(4);
        client.enqueueAll(IntStream.range(0, 64).mapToObj(i -> mail("m" + i)).toList());
        Broker dead = closedLater(RedisBroker.connect(RedisConfig.of(redis.url()),
                ManualClock.startingAt(Instant.now().minus(Duration.ofMinutes(10)))));
        Shards.names("mails", 4)
                .forEach(shard -> assertThat(dead.workerCommands().dequeue(shard, 100).size()).isEqualTo(16));

        start(shards(4).recoveryInterval(Duration.ofMillis(50)), channel(Map.of("mails", 1), 1, delivery -> {}));

        for (String shard : Shards.names("mails", 4)) {
            String retry = QueueKeys.of(shard).retry();
            await().untilAsserted(() -> assertThat(redis.at(retry).zcard(retry)).isEqualTo(16));
        }
    }

    @Test
    void a_worker_consumes_the_shards_on_record_if_they_are_more() {
        broker.shards().declare("mails", 4, Declared.RAISE);

        Worker worker = start(shards(2), channel(Map.of("mails", 1), 1, delivery -> {}));

        assertThat(worker.queues()).hasSize(4);
        assertThat(redis.at("asynq:shards").hget("asynq:shards", "mails")).isEqualTo("4 4");
    }

    @Test
    void without_redis_a_worker_starts_with_the_first_shard() {
        Broker unreachable = closedLater(RedisBroker.connect(RedisConfig.of("redis://127.0.0.1:1")));

        Worker worker = new Worker(unreachable, shards(3).build(),
                List.of(channel(Map.of("mails", 1), 1, delivery -> {})));

        assertThat(worker.queues()).containsOnlyKeys("mails");
    }
}
