package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues that a worker finds by a pattern while it runs. */
@Tag("thorough")
@Timeout(60)
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class QueuesFoundTest extends ShardedWorkers {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MANY = Boolean.getBoolean("asynq.test.thorough") ? 10_000 : 2_000;

    private DefaultAsynqClient client() {
        return closedLater(DefaultAsynqClient.of(broker));
    }

    /** Only a notification finds them: all intervals are an hour. */
    private Worker startIdle(Channel... channels) {
        Worker worker = new Worker(connected(),
                WorkerConfig.builder().taskCheckInterval(HOUR).delayedTaskCheckInterval(HOUR).build(),
                List.of(channels), HOUR);
        closedLater(() -> worker.shutdown(Duration.ofSeconds(5)));
        worker.start();
        await().until(() -> !broker.servers().servers().isEmpty());
        return worker;
    }

    @Test
    void a_new_queue_is_consumed_as_soon_as_it_is_there() throws Exception {
        Set<String> from = ConcurrentHashMap.newKeySet();
        CountDownLatch ran = new CountDownLatch(4);
        Worker worker = startIdle(channel(Map.of("tenant-*", 2, "mails", 1), 2, delivery -> {
            from.add(delivery.message().queue());
            ran.countDown();
        }));
        client().enqueue(mail("first"));
        await().until(() -> ran.getCount() == 3);

        client().enqueue(Task.of("mail", "{}").queue("tenant-1"));
        client().enqueue(Task.of("mail", "{}").queue("tenant-2").processIn(Duration.ofSeconds(1)));
        client().enqueue(Task.of("mail", "{}").queue("other"));
        await().until(() -> from.contains("tenant-1"));
        client().enqueue(Task.of("mail", "{}").queue("tenant-1"));

        assertThat(ran.await(12, TimeUnit.SECONDS)).as("%s are missing", ran.getCount()).isTrue();
        assertThat(from).containsExactlyInAnyOrder("mails", "tenant-1", "tenant-2");
        assertThat(worker.queues()).isEqualTo(Map.of("mails", 1, "tenant-1", 2, "tenant-2", 2));
        assertThat(redis.at(QueueKeys.of("other").pending()).llen(QueueKeys.of("other").pending())).isEqualTo(1);
        await().untilAsserted(
                () -> assertThat(broker.servers().servers().get(0).queues()).isEqualTo(worker.queues()));
    }

    @Test
    void a_queue_belongs_to_the_channels_that_name_it_or_have_the_longest_pattern() {
        Map<String, String> ran = new ConcurrentHashMap<>();
        List.of("a", "ab-1", "ab-2", "ab-c").forEach(queue -> client().enqueue(Task.of("mail", "{}").queue(queue)));
        startAttentive(WorkerConfig.builder(), named("all", Map.of("*", 1), ran),
                named("longer", Map.of("ab-*", 1, "other", 1), ran), named("one", Map.of("ab-2", 1), ran));

        await().untilAsserted(() -> assertThat(ran)
                .isEqualTo(Map.of("a", "all", "ab-1", "longer", "ab-2", "one", "ab-c", "longer")));
    }

    private Channel named(String name, Map<String, Integer> queues, Map<String, String> ran) {
        Channel channel = new Channel(new ChannelConfig(name, queues, "", POLICY));
        HandlerLane.open(channel, 1, delivery -> ran.put(delivery.message().queue(), name), pool);
        return channel;
    }

    @Test
    void shards_of_a_queue_that_is_found_are_not_queues_of_their_own() {
        broker.shards().declare("mails", 4, Declared.RAISE);
        client().enqueue(Task.of("mail", "{}").queue("mails~x"));
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Worker worker = startAttentive(WorkerConfig.builder(),
                channel(Map.of("mai*", 3), 2, delivery -> ran.add(delivery.message().queue())));
        Shards.names("mails", 4).forEach(shard -> client().enqueue(Task.of("mail", "{}").queue(shard)));

        await().untilAsserted(() -> assertThat(ran)
                .containsExactlyInAnyOrder("mails", "mails~1", "mails~2", "mails~3", "mails~x"));
        broker.shards().declare("mails", 6, Declared.RAISE);
        await().until(() -> worker.queues().size() == 7);
        assertThat(worker.queues().values()).containsOnly(3);
    }

    @Test
    void groups_of_queues_that_are_found_are_handled() throws Exception {
        CountDownLatch handled = new CountDownLatch(3);
        Channel groups = new Channel(new ChannelConfig("groups", Map.of("tenant-*", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(600), Duration.ZERO, 2)));
        HandlerLane.openForGroups(groups, 2, group -> handled.countDown(), pool);
        startIdle(groups);

        for (int i = 0; i < 3; i++) {
            client().enqueue(Task.of("mail", "{}").queue("tenant-" + i).group("g"));
            client().enqueue(Task.of("mail", "{}").queue("tenant-" + i).group("g"));
        }

        assertThat(handled.await(12, TimeUnit.SECONDS)).isTrue();
    }

    /** The queues of a pattern share its priority, and none of them keeps the others waiting. */
    @Test
    @SomeDays(oneIn = 3)
    void a_queue_with_many_tasks_does_not_delay_the_others_of_its_pattern() {
        ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
        client().enqueueAll(IntStream.range(0, 3_000).mapToObj(i -> mail("many" + i).queue("tenant-0")).toList());
        IntStream.range(1, 10).forEach(i -> client().enqueue(mail("one" + i).queue("tenant-" + i)));

        startAttentive(WorkerConfig.builder().maxPrefetch(0),
                channel(Map.of("tenant-*", 1), 2, delivery -> order.add(delivery.message().queue())));
        await().until(() -> order.size() == 3_009);

        List<String> first = order.stream().limit(1_500).toList();
        assertThat(first).contains(IntStream.range(1, 10).mapToObj(i -> "tenant-" + i).toArray(String[]::new));
    }

    /** Nothing but notifications leads to them: all intervals are an hour. */
    @Test
    void a_queue_that_was_deleted_is_consumed_as_soon_as_it_is_there_again() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        startIdle(channel(Map.of("tenant-*", 1), 1, delivery -> ran.add(delivery.message().id())));
        for (int i = 0; i < 3; i++) {
            String id = "t" + i;
            DefaultAsynqClient.of(closedLater(connected())).enqueue(mail(id).queue("tenant-1").id(id));
            await().until(() -> ran.contains(id));
            QueueKeys keys = QueueKeys.of("tenant-1");
            await().until(() -> !redis.at(keys.active()).exists(keys.active()));
            redis.at(GlobalKeys.QUEUES).srem(GlobalKeys.QUEUES, "tenant-1");
            redis.at(keys.pending()).del(keys.pending());
        }
    }

    @Test
    void a_queue_that_is_paused_rests_and_is_consumed_as_soon_as_it_is_resumed() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        startIdle(channel(Map.of("tenant-*", 1), 1, delivery -> ran.add(delivery.message().queue())));
        String paused = QueueKeys.of("tenant-1").paused();
        redis.at(paused).set(paused, "1");
        client().enqueue(mail("waits").queue("tenant-1"));
        client().enqueue(mail("runs").queue("tenant-2"));
        await().until(() -> ran.contains("tenant-2"));
        client().enqueue(mail("waits, too").queue("tenant-1"));
        client().enqueue(mail("runs").queue("tenant-3"));
        await().until(() -> ran.contains("tenant-3"));
        assertThat(ran).doesNotContain("tenant-1");

        redis.at(paused).del(paused);
        await().until(() -> ran.contains("tenant-1"));
    }

    @Test
    @SomeDays(oneIn = 4)
    void thousands_of_queues_that_appear_at_once_are_all_consumed_and_again_when_they_have_tasks() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Worker worker = startIdle(channel(Map.of("tenant-*", 1, "mails", 1), 20,
                delivery -> ran.add(delivery.message().id())));
        for (String round : List.of("a", "b")) {
            List<Task<String>> tasks = IntStream.range(0, MANY)
                    .mapToObj(i -> mail("").queue("tenant-" + i).id(round + i)).toList();
            client().enqueueAll(tasks);
            await().atMost(Duration.ofSeconds(45)).until(() -> ran.size() == MANY);
            ran.clear();
        }
        assertThat(worker.queues()).hasSize(MANY + 1);
    }

    @Test
    void what_tools_have_written_in_the_set_of_names_does_no_harm() {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        redis.at(GlobalKeys.QUEUES).sadd(GlobalKeys.QUEUES, "", " ", "}tenant", "tenant-1", "tenant-~1", "tenant-\n");
        Worker worker = startAttentive(WorkerConfig.builder(),
                channel(Map.of("*", 1), 1, delivery -> ran.add(delivery.message().queue())));
        client().enqueue(mail("t").queue("tenant-1"));

        await().untilAsserted(() -> assertThat(ran).containsExactly("tenant-1"));
        assertThat(worker.queues().keySet()).containsExactlyInAnyOrder("tenant-1", "tenant-~1", "tenant-\n");
    }

    @Test
    void shards_and_limits_of_a_pattern_are_refused() {
        Channel channel = channel(Map.of("tenant-*", 1), 1, delivery -> {});

        assertThatThrownBy(() -> new Worker(broker, WorkerConfig.builder().shards("tenant-*", 2).build(),
                List.of(channel))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("shards of tenant-*: a pattern of queues cannot have shards");
    }
}
