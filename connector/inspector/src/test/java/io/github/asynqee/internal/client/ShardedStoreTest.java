package io.github.asynqee.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue with shards as a producer uses it. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class ShardedStoreTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestRedis redis;
    private RedisBroker broker;
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void connect() {
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()),
                ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000)));
        open.add(broker);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private DefaultAsynqClient client(int shards) {
        DefaultAsynqClient client = DefaultAsynqClient.builder(broker).shards("mails", shards).build();
        open.add(client);
        return client;
    }

    private static Task<String> mail(int number) {
        return Task.of("mail", "{\"number\":" + number + "}").queue("mails");
    }

    private static List<Task<String>> mails(int count) {
        return IntStream.range(0, count).mapToObj(ShardedStoreTest::mail).toList();
    }

    private List<String> pending(String queue) {
        String key = QueueKeys.of(queue).pending();
        return redis.at(key).lrange(key, 0, -1);
    }

    /** Shard to number of pending tasks, without the empty ones. */
    private Map<String, Integer> distribution(int shards) {
        Map<String, Integer> found = new HashMap<>();
        Shards.names("mails", shards).forEach(shard -> found.put(shard, pending(shard).size()));
        found.values().removeIf(count -> count == 0);
        return found;
    }

    @Test
    void tasks_are_distributed_over_all_shards() {
        DefaultAsynqClient client = client(4);

        for (int i = 0; i < 40; i++) {
            TaskInfo info = client.enqueue(mail(i));
            assertThat(info.queue()).isEqualTo("mails");
        }

        assertThat(distribution(5)).isEqualTo(Map.of("mails", 10, "mails~1", 10, "mails~2", 10, "mails~3", 10));
        assertThat(new TreeSet<>(redis.at("asynq:queues").smembers("asynq:queues")))
                .containsExactly("mails", "mails~1", "mails~2", "mails~3");
        assertThat(redis.at("asynq:shards").hgetAll("asynq:shards")).isEqualTo(Map.of("mails", "4 4"));
    }

    @Test
    void tasks_stored_together_are_distributed_in_few_calls() {
        client(4).enqueueAll(mails(1_000));

        assertThat(distribution(4)).hasSize(4).allSatisfy((shard, count) -> assertThat(count).isEqualTo(250));
        client(4).enqueueAll(mails(16));
        assertThat(distribution(4).values()).contains(266);
    }

    @Test
    void tasks_that_are_not_waited_for_are_distributed_too() throws Exception {
        DefaultAsynqClient client = client(2);
        List<Task<String>> tasks = mails(2_000);
        for (Task<String> task : tasks) {
            client.enqueueAsync(task).toCompletableFuture().get(20, TimeUnit.SECONDS);
        }

        assertThat(distribution(2)).isEqualTo(Map.of("mails", 1_000, "mails~1", 1_000));
    }

    /** Go peers see the shard as any other queue: the whole key space is that of a task enqueued into it by its name. */
    @Test
    void a_shard_is_an_ordinary_queue() {
        Task<String> task = mail(1).id("fixed").maxRetry(3).header("trace", "1");
        int shard = new Shards(4, 4).of("fixed");
        assertThat(shard).isNotZero();
        DefaultAsynqClient.of(broker).enqueue(task.queue(Shards.name("mails", shard)).unique(HOUR).key("fixed"));
        KeySpace expected = KeySpace.dump(redis);
        redis.clear();
        broker.close();
        connect();

        client(4).enqueue(task.unique(HOUR).key("fixed"));

        KeySpace.dump(redis).without("asynq:shards").assertSameAs(expected);
    }

    @Test
    void a_unique_task_is_refused_wherever_the_turn_is() {
        DefaultAsynqClient client = client(8);
        for (int i = 0; i < 20; i++) {
            client.enqueue(mail(i).unique(HOUR));
        }

        for (int i = 0; i < 20; i++) {
            Task<String> task = mail(i).unique(HOUR);
            assertThatThrownBy(() -> client.enqueue(task)).isInstanceOf(DuplicateTaskException.class);
        }
        assertThat(distribution(8)).hasSizeGreaterThan(4);
    }

    @Test
    void an_id_is_refused_wherever_the_turn_is() {
        DefaultAsynqClient client = client(8);
        for (int i = 0; i < 20; i++) {
            client.enqueue(mail(i).id("id-" + i));
        }

        for (int i = 0; i < 20; i++) {
            Task<String> task = mail(100 + i).id("id-" + i);
            assertThatThrownBy(() -> client.enqueue(task)).isInstanceOf(TaskIdConflictException.class);
        }
        assertThat(distribution(8)).hasSizeGreaterThan(4);
    }

    @Test
    void uniqueness_ids_and_order_hold_after_shards_were_added() {
        DefaultAsynqClient before = client(2);
        for (int i = 0; i < 20; i++) {
            before.enqueue(mail(i).unique(HOUR));
            before.enqueue(mail(i).id("id-" + i));
            before.enqueue(mail(i).key("customer-" + i));
        }
        broker.shards().declare("mails", 16, Declared.RAISE);
        DefaultAsynqClient after = client(16);

        for (int i = 0; i < 20; i++) {
            Task<String> unique = mail(i).unique(HOUR);
            Task<String> id = mail(i).id("id-" + i);
            assertThatThrownBy(() -> after.enqueue(unique)).isInstanceOf(DuplicateTaskException.class);
            assertThatThrownBy(() -> after.enqueue(id)).isInstanceOf(TaskIdConflictException.class);
            after.enqueue(mail(i).key("customer-" + i));
        }
        assertThat(distribution(16).keySet()).containsExactlyInAnyOrder("mails", "mails~1");
        for (int i = 0; i < 16; i++) {
            after.enqueue(mail(i));
        }
        assertThat(distribution(16)).hasSize(16);
    }

    @Test
    void tasks_of_a_key_are_in_one_shard_in_their_order() {
        DefaultAsynqClient client = client(8);
        List<Task<String>> tasks = IntStream.range(0, 1_000)
                .mapToObj(i -> mail(i).id("t" + i).key("customer-" + i % 50)).toList();

        client.enqueueAll(tasks);

        for (int customer = 0; customer < 50; customer++) {
            int c = customer;
            List<String> ids = pending(Shards.name("mails", new Shards(8, 8).of("customer-" + c))).stream()
                    .filter(id -> Integer.parseInt(id.substring(1)) % 50 == c).toList();
            // the head of the list was enqueued last
            assertThat(ids).isEqualTo(IntStream.range(0, 20).mapToObj(i -> "t" + (50 * (19 - i) + c)).toList());
        }
    }

    @Test
    void a_group_is_in_one_shard() {
        DefaultAsynqClient client = client(8);
        for (int i = 0; i < 20; i++) {
            client.enqueue(mail(i).group("customer-42"));
        }

        String group = QueueKeys.of(Shards.name("mails", new Shards(8, 8).of("customer-42"))).group("customer-42");
        assertThat(redis.at(group).zcard(group)).isEqualTo(20);
    }

    @Test
    void what_would_be_looked_for_in_different_shards_needs_a_key() {
        DefaultAsynqClient client = client(8);
        Task<String> both = mail(1).id("id-1").unique(HOUR);

        assertThatThrownBy(() -> client.enqueue(both)).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("an ID and a uniqueness lock").hasMessageContaining("Task.key");
        assertThat(client.enqueueAsync(both)).isCompletedExceptionally();
        assertThat(client.enqueueAll(List.of(both)).get(0).error()).hasMessageContaining("Task.key");

        client.enqueue(both.key("customer-42"));
        assertThatThrownBy(() -> client.enqueue(mail(1).id("id-2").unique(HOUR).key("customer-42")))
                .isInstanceOf(DuplicateTaskException.class);
        client.enqueue(both.queue("other"));
    }

    @Test
    void keys_of_a_queue_with_tasks_stay_where_they_are() {
        DefaultAsynqClient.of(broker).enqueue(mail(1).unique(HOUR));

        DefaultAsynqClient client = client(4);

        assertThatThrownBy(() -> client.enqueue(mail(1).unique(HOUR))).isInstanceOf(DuplicateTaskException.class);
        for (int i = 0; i < 8; i++) {
            client.enqueue(mail(i));
        }
        assertThat(distribution(4)).isEqualTo(Map.of("mails", 3, "mails~1", 2, "mails~2", 2, "mails~3", 2));
        assertThat(redis.at("asynq:shards").hget("asynq:shards", "mails")).isEqualTo("4 1");
    }

    @Test
    void the_number_on_record_counts() {
        broker.shards().declare("mails", 4, Declared.RAISE);
        DefaultAsynqClient smaller = client(2);
        DefaultAsynqClient larger = client(8);

        smaller.enqueueAll(mails(400));
        larger.enqueueAll(mails(400));

        assertThat(distribution(8)).hasSize(4).allSatisfy((shard, count) -> assertThat(count).isEqualTo(200));
    }

    @Test
    void a_damaged_record_stops_the_queue_and_no_other() {
        redis.at("asynq:shards").hset("asynq:shards", "mails", "many");
        DefaultAsynqClient client = client(4);

        var results = client.enqueueAll(List.of(mail(1), mail(2).queue("other")));

        assertThat(results.get(0).error()).hasMessageContaining("asynq:shards is damaged");
        assertThat(results.get(1).error()).isNull();
    }

    private DefaultAsynqClient tool() {
        DefaultAsynqClient tool = DefaultAsynqClient.builder(broker).shardsOnRecord().build();
        open.add(tool);
        return tool;
    }

    /** A tool is not configured with the queues. */
    @Test
    void a_tool_stores_tasks_where_producers_look_for_them() {
        DefaultAsynqClient producer = client(8);
        producer.enqueueAll(mails(160));
        DefaultAsynqClient tool = tool();
        for (int i = 0; i < 20; i++) {
            tool.enqueue(mail(i).unique(HOUR));
            tool.enqueue(mail(i).id("id-" + i));
            tool.enqueue(mail(i).group("group-" + i));
            tool.enqueue(mail(i).key("customer-" + i).id("of-customer-" + i));
        }

        for (int i = 0; i < 20; i++) {
            Task<String> unique = mail(i).unique(HOUR);
            Task<String> id = mail(100 + i).id("id-" + i);
            Task<String> ofKey = mail(100 + i).key("customer-" + i).id("of-customer-" + i);
            assertThatThrownBy(() -> producer.enqueue(unique)).isInstanceOf(DuplicateTaskException.class);
            assertThatThrownBy(() -> producer.enqueue(id)).isInstanceOf(TaskIdConflictException.class);
            assertThatThrownBy(() -> producer.enqueue(ofKey)).isInstanceOf(TaskIdConflictException.class);
            producer.enqueue(mail(100 + i).group("group-" + i));
            String group = QueueKeys.of(Shards.name("mails", new Shards(8, 8).of("group-" + i))).group("group-" + i);
            assertThat(redis.at(group).zcard(group)).isEqualTo(2);
        }
    }

    @Test
    void a_tool_uses_the_shards_on_record_and_makes_no_record() {
        broker.shards().declare("mails", 4, Declared.RAISE);
        DefaultAsynqClient tool = tool();

        tool.enqueueAll(mails(400));
        tool.enqueue(mail(1).queue("other"));
        tool.enqueue(mail(1).queue("mails~3").id("by-name"));

        assertThat(distribution(8)).isEqualTo(Map.of("mails", 100, "mails~1", 100, "mails~2", 100, "mails~3", 101));
        assertThat(pending("other")).hasSize(1);
        assertThat(pending("mails~3")).contains("by-name");
        assertThat(redis.at("asynq:shards").hgetAll("asynq:shards")).isEqualTo(Map.of("mails", "4 4"));
    }

    @Test
    void a_tool_refuses_what_a_producer_refuses() {
        broker.shards().declare("mails", 4, Declared.RAISE);
        redis.at("asynq:shards").hset("asynq:shards", "damaged", "many");
        DefaultAsynqClient tool = tool();
        Task<String> both = mail(1).id("id-1").unique(HOUR);

        assertThatThrownBy(() -> tool.enqueue(both)).isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> tool.enqueue(both.queue("damaged"))).isInstanceOf(EnqueueException.class)
                .hasMessageContaining("asynq:shards is damaged");
        List<EnqueueResult> results = tool.enqueueAll(List.of(both.queue("damaged"), both, both.queue("other")));

        assertThat(results.get(0).error()).hasMessageContaining("asynq:shards is damaged");
        assertThat(results.get(1).error()).hasMessageContaining("Task.key");
        assertThat(results.get(2).error()).isNull();
    }

    @Test
    void periodic_tasks_and_producers_without_shards_use_shard_0() throws Exception {
        broker.shards().declare("mails", 4, Declared.RAISE);
        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
        scheduler.put(PeriodicTask.of("tick", "@every 1h", Task.of("tick", "{}").queue("mails")));
        scheduler.runOnce();
        RedisInspector inspector = new RedisInspector(broker, broker.executor(), () -> {});
        String entry = inspector.periodic().entries().get(0).id();
        for (int i = 0; i < 4; i++) {
            scheduler.runNow("tick");
            inspector.logical().periodic().run(entry);
            DefaultAsynqClient.of(broker).enqueue(mail(i));
        }

        assertThat(distribution(4)).isEqualTo(Map.of("mails", 12));
    }
}
