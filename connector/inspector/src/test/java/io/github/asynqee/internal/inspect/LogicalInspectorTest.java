package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Protocol.Command;

/** A queue with shards is one queue. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class LogicalInspectorTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Parameter
    TestRedis redis;
    private RedisBroker broker;
    private DefaultAsynqClient client;
    private Inspector shards;
    private Inspector inspector;

    @BeforeEach
    void connect() {
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).shards("mails", 4).build();
        shards = new RedisInspector(broker, broker.executor(), () -> {});
        inspector = shards.logical();
        client.enqueueAll(IntStream.range(0, 100).mapToObj(i -> mail().id("m" + i)).toList());
        client.enqueueAll(IntStream.range(0, 40)
                .mapToObj(i -> mail().processAt(Instant.now().plus(MINUTE))).toList());
        client.enqueue(Task.of("report", "{}").queue("other").id("r1"));
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    private static Task<String> mail() {
        return Task.of("mail", "{}").queue("mails");
    }

    @Test
    void it_is_listed_once_with_the_sums_of_its_shards() {
        assertThat(shards.queues().names()).containsExactly("mails", "mails~1", "mails~2", "mails~3", "other");
        assertThat(inspector.queues().names()).containsExactly("mails", "other");
        assertThat(inspector.shards().counts()).isEqualTo(Map.of("mails", 4));

        QueueInfo mails = inspector.queues().info("mails");
        assertThat(mails.queue()).isEqualTo("mails");
        assertThat(mails.pending()).isEqualTo(100);
        assertThat(mails.scheduled()).isEqualTo(40);
        assertThat(mails.memoryUsage()).isGreaterThan(shards.queues().info("mails").memoryUsage());
        assertThat(inspector.queues().infos(List.of("other", "mails", "none"))).extracting(QueueInfo::queue)
                .containsExactly("other", "mails");
        assertThat(inspector.queues().history("mails", 3)).hasSize(3);
        assertThat(inspector.queues().info("mails~1").pending()).isEqualTo(shards.queues().info("mails~1").pending())
                .isLessThan(100);
        assertThatThrownBy(() -> inspector.queues().info("none")).isInstanceOf(QueueNotFoundException.class);
    }

    @Test
    void pages_go_through_all_tasks_once() {
        List<String> ids = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (int page = 1; page <= 8; page++) {
            List<InspectedTask> tasks = inspector.tasks().list("mails", TaskState.PENDING, page, 14);
            sizes.add(tasks.size());
            tasks.forEach(task -> ids.add(task.info().id()));
        }

        assertThat(sizes).containsExactly(14, 14, 14, 14, 14, 14, 14, 2);
        assertThat(ids).doesNotHaveDuplicates().hasSize(100);
        assertThat(inspector.tasks().list("mails", TaskState.PENDING, 9, 14)).isEmpty();
    }

    @Test
    void a_task_is_changed_in_whichever_shard_it_is() {
        for (int i = 0; i < 20; i++) {
            assertThat(inspector.tasks().get("mails", "m" + i).info().id()).isEqualTo("m" + i);
            inspector.changes().archive("mails", "m" + i);
        }
        assertThat(inspector.queues().info("mails").archived()).isEqualTo(20);
        for (int i = 0; i < 10; i++) {
            inspector.changes().run("mails", "m" + i);
            inspector.changes().delete("mails", "m" + (i + 10));
        }
        assertThat(inspector.queues().info("mails").archived()).isZero();
        assertThat(inspector.queues().info("mails").pending()).isEqualTo(90);
        assertThatThrownBy(() -> inspector.changes().delete("mails", "m15")).isInstanceOf(TaskNotFoundException.class);
        assertThatThrownBy(() -> inspector.tasks().get("none", "m15")).isInstanceOf(QueueNotFoundException.class);
    }

    @Test
    void search_and_changes_of_many_tasks_reach_all_shards() {
        SearchPage page = inspector.tasks().search(TaskFilter.ALL.inQueues("mails"), null, 1_000, MINUTE);
        assertThat(page.tasks()).hasSize(140);

        BulkPage changed = inspector.bulk().change(BulkAction.ARCHIVE,
                TaskFilter.ALL.inQueues("mails").inStates(TaskState.SCHEDULED), null, 1_000, MINUTE);
        assertThat(changed.results()).hasSize(40);
        assertThat(inspector.bulk().runAll("mails", TaskState.ARCHIVED)).isEqualTo(40);
        assertThat(inspector.bulk().archiveAll("mails", TaskState.PENDING)).isEqualTo(140);
        assertThat(inspector.bulk().deleteAll("mails", TaskState.ARCHIVED)).isEqualTo(140);
        assertThat(inspector.queues().info("other").pending()).isEqualTo(1);
    }

    @Test
    void groups_are_those_of_all_shards() {
        for (int i = 0; i < 12; i++) {
            client.enqueue(mail().group("customer-" + i % 6));
        }

        assertThat(inspector.queues().groups("mails")).hasSize(6)
                .allSatisfy(group -> assertThat(group.size()).isEqualTo(2));
        assertThat(inspector.tasks().listOfGroup("mails", "customer-3", 1, 10)).hasSize(2);
        assertThat(inspector.bulk().deleteGroup("mails", "customer-3")).isEqualTo(2);
        assertThat(inspector.queues().groups("mails")).hasSize(5);
    }

    @Test
    void it_is_paused_as_a_whole() {
        inspector.queues().pause("mails");

        assertThat(shards.queues().names()).filteredOn(queue -> shards.queues().info(queue).paused()).hasSize(4);
        assertThat(inspector.queues().info("mails").paused()).isTrue();
        assertThatThrownBy(() -> inspector.queues().pause("mails")).isInstanceOf(QueueStateException.class);
        shards.queues().unpause("mails~2");
        assertThat(inspector.queues().info("mails").paused()).isFalse();
        inspector.queues().unpause("mails");
        assertThat(shards.queues().names()).noneMatch(queue -> shards.queues().info(queue).paused());
        assertThatThrownBy(() -> inspector.queues().unpause("mails")).isInstanceOf(QueueStateException.class);
    }

    @Test
    void it_is_removed_as_a_whole() {
        assertThatThrownBy(() -> inspector.queues().remove("mails", false)).isInstanceOf(QueueStateException.class);
        assertThat(inspector.queues().info("mails").pending()).isEqualTo(100);

        inspector.queues().remove("mails", true);

        assertThat(shards.queues().names()).containsExactly("other");
        assertThat(redis.at("asynq:shards").exists("asynq:shards")).as("record of its shards").isFalse();
    }

    @Test
    void a_shard_that_cannot_be_removed_keeps_all_of_them() {
        inspector.queues().pause("mails");
        String sets = "asynq:{mails~3}:aggregation_sets";
        redis.at(sets).zadd(sets, Instant.now().plus(MINUTE).getEpochSecond(), "asynq:{mails~3}:g:a:set");

        assertThatThrownBy(() -> inspector.queues().remove("mails", true)).isInstanceOf(QueueStateException.class)
                .hasMessageContaining("mails~3");
        assertThat(shards.queues().names()).containsAll(Shards.names("mails", 4));
        assertThat(Shards.names("mails", 4)).allMatch(this::isPaused);

        redis.at(sets).del(sets);
        inspector.queues().remove("mails", true);
        assertThat(shards.queues().names()).containsExactly("other");
    }

    @Test
    void shards_that_are_added_to_a_paused_queue_are_paused() {
        inspector.queues().pause("mails");

        inspector.shards().add("mails", 8);

        assertThat(Shards.names("mails", 8)).allMatch(this::isPaused);
        try (DefaultAsynqClient first = DefaultAsynqClient.builder(broker).shards("other", 3).build()) {
            inspector.queues().pause("other");
            first.enqueue(Task.of("report", "{}").queue("other"));
        }
        assertThat(Shards.names("other", 3)).as("recorded by a producer").allMatch(this::isPaused);
        broker.shards().declare("other", 5, ShardRegistry.Declared.RAISE);
        assertThat(Shards.names("other", 5)).as("raised by a worker").allMatch(this::isPaused);
        inspector.queues().unpause("mails");
        assertThat(Shards.names("mails", 8)).noneMatch(this::isPaused);
        inspector.shards().add("mails", 9);
        assertThat(Shards.names("mails", 9)).noneMatch(this::isPaused);
    }

    private boolean isPaused(String shard) {
        String key = QueueKeys.of(shard).paused();
        return redis.at(key).exists(key);
    }

    @Test
    void a_worker_pauses_shards_that_another_program_has_added_before_it_consumes_them() {
        inspector.queues().pause("mails");
        redis.at("asynq:shards").hset("asynq:shards", "mails", "6 4");
        List<Boolean> paused = new ArrayList<>();

        new ShardWatch(broker.shards(), Map.of("mails", 4)).runOnce(List.of("mails"), queue -> 4, (queue,
                count) -> Shards.names(queue, count).forEach(shard -> paused.add(isPaused(shard))));

        assertThat(paused).containsOnly(true).hasSize(6);
    }

    @Test
    void a_worker_that_cannot_read_the_record_pauses_the_shards_of_a_paused_queue_before_it_consumes_them() {
        inspector.queues().pause("mails");
        redis.at("asynq:shards").del("asynq:shards");
        redis.at("asynq:shards").set("asynq:shards", "of another type");

        assertThat(new ShardWatch(broker.shards(), Map.of("mails", 6)).begin()).isEqualTo(Map.of("mails", 6));
        assertThat(Shards.names("mails", 6)).allMatch(this::isPaused);
    }

    @Test
    void a_worker_that_cannot_find_out_whether_a_queue_is_paused_consumes_its_first_shard_only() {
        try (RedisBroker unreachable = RedisBroker.connect(RedisConfig.of("redis://127.0.0.1:1"))) {
            ShardWatch watch = new ShardWatch(unreachable.shards(), Map.of("mails", 6));
            assertThat(watch.begin()).isEqualTo(Map.of("mails", 1));
        }
        inspector.queues().pause("mails");
        List<Boolean> paused = new ArrayList<>();
        new ShardWatch(broker.shards(), Map.of("mails", 6)).runOnce(List.of("mails"), queue -> 1, (queue,
                count) -> Shards.names(queue, count).forEach(shard -> paused.add(isPaused(shard))));
        assertThat(paused).containsOnly(true).hasSize(6);
    }

    @Test
    void it_is_reported_if_only_some_of_its_shards_are_paused() {
        assertThat(inspector.health().findingsOf(inspector.queues().infos(List.of("mails")))).extracting(Finding::code)
                .doesNotContain("paused-partly");

        shards.queues().pause("mails~2");

        assertThat(inspector.health().findingsOf(inspector.queues().infos(List.of("mails"))))
                .filteredOn(finding -> finding.code().equals("paused-partly")).singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .isEqualTo("1 of 4 shards are paused, the others are consumed"))
                .extracting(Finding::queue).isEqualTo("mails");
    }

    @Test
    void shards_are_added_and_keys_spread_when_it_is_empty() {
        assertThatThrownBy(() -> shards.shards().add("mails", 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> shards.shards().add("other", 8)).isInstanceOf(QueueNotFoundException.class);
        inspector.shards().add("mails", 8);
        assertThat(inspector.shards().counts()).isEqualTo(Map.of("mails", 8));
        assertThat(redis.at("asynq:shards").hget("asynq:shards", "mails")).isEqualTo("8 4");

        assertThatThrownBy(() -> inspector.shards().spreadKeys("mails")).isInstanceOf(QueueStateException.class);
        inspector.bulk().deleteAll("mails", TaskState.PENDING);
        inspector.bulk().deleteAll("mails", TaskState.SCHEDULED);
        inspector.shards().spreadKeys("mails");
        assertThat(redis.at("asynq:shards").hget("asynq:shards", "mails")).isEqualTo("8 8");
    }

    @Test
    void a_shard_that_cannot_be_read_fails_its_queue_only() {
        String pending = "asynq:{mails~2}:pending";
        redis.at(pending).del(pending);
        redis.at(pending).set(pending, "wrong type");
        List<String> failed = new ArrayList<>();

        assertThat(inspector.queues().infos(List.of("mails", "other"), (queue, error) -> failed.add(queue)))
                .extracting(QueueInfo::queue).containsExactly("other");
        assertThat(failed).containsExactly("mails");
    }

    private String shardOf(String id) {
        return inspector.tasks().get("mails", id).info().queue();
    }

    @Test
    void a_task_is_moved_to_where_producers_look_for_it() {
        for (int i = 0; i < 12; i++) {
            Task<String> task = Task.of("mail", "{\"n\":" + i + "}").queue("other");
            client.enqueue(task.id("id-" + i));
            client.enqueue(task.id("unique-" + i).unique(MINUTE));
            client.enqueue(task.id("key-" + i).key("customer-" + i));
            client.enqueue(task.id("group-" + i).group("group-" + i));
            for (String kind : List.of("id-", "unique-", "key-", "group-")) {
                inspector.changes().move("other", kind + i, "mails");
            }
        }

        for (int i = 0; i < 12; i++) {
            Task<String> task = Task.of("mail", "{\"n\":" + i + "}").queue("mails");
            Task<String> unique = task.unique(MINUTE);
            Task<String> id = task.id("id-" + i);
            Task<String> key = task.key("customer-" + i).id("key-" + i);
            assertThatThrownBy(() -> client.enqueue(unique)).isInstanceOf(DuplicateTaskException.class);
            assertThatThrownBy(() -> client.enqueue(id)).isInstanceOf(TaskIdConflictException.class);
            assertThatThrownBy(() -> client.enqueue(key)).isInstanceOf(TaskIdConflictException.class);
            client.enqueue(task.group("group-" + i));
            assertThat(shards.tasks().listOfGroup(shardOf("group-" + i), "group-" + i, 1, 9)).hasSize(2);
        }
        assertThat(shards.queues().info("other").size()).isEqualTo(1);
    }

    /** The task is in both queues, as after a crash between storing and deleting. */
    @Test
    void a_move_that_was_interrupted_is_completed_by_the_same_call() {
        client.enqueue(Task.of("mail", "{}").queue("other").id("m-1"));
        byte[] hash = "asynq:{other}:t:m-1".getBytes();
        var before = redis.at("asynq:{other}:t:m-1").hgetAll(hash);
        inspector.changes().move("other", "m-1", "mails");
        redis.at("asynq:{other}:t:m-1").hset(hash, before);
        redis.at("asynq:{other}:pending").lpush("asynq:{other}:pending", "m-1");

        inspector.changes().move("other", "m-1", "mails");

        assertThat(shards.queues().info("other").pending()).isEqualTo(1);
        assertThat(inspector.queues().info("mails").pending()).isEqualTo(101);
    }

    @Test
    void a_task_is_not_moved_within_its_queue() {
        assertThatThrownBy(() -> inspector.changes().move("mails", "m1", "mails"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("already");
        String shard = shardOf("m1");
        assertThatThrownBy(() -> inspector.changes().move(shard, "m1", "mails"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(shardOf("m1")).isEqualTo(shard);
    }

    @Test
    void a_task_is_moved_out_of_whichever_shard_it_is() {
        for (int i = 0; i < 12; i++) {
            inspector.changes().move("mails", "m" + i, "other");
        }

        assertThat(inspector.queues().info("mails").pending()).isEqualTo(88);
        assertThat(inspector.queues().info("other").pending()).isEqualTo(13);
    }

    @Test
    void copies_are_stored_where_producers_look_for_them() {
        String grouped = client.enqueue(mail().group("group-1")).id();
        for (int i = 0; i < 8; i++) {
            TaskEdit edit = TaskEdit.NONE.payload(("{" + i + "}").getBytes()).uniqueFor(MINUTE);
            assertThat(inspector.changes().duplicate("mails", "m" + i, edit).queue()).isEqualTo("mails");
            assertThat(inspector.changes().duplicate("other", "r1", edit.queue("mails").type("mail2")).queue())
                    .isEqualTo("mails");
            String group = shardOf(inspector.changes().duplicate("mails", grouped, TaskEdit.NONE).id());
            assertThat(group).isEqualTo(shardOf(grouped));
            Task<String> first = Task.of("mail", "{" + i + "}").queue("mails").unique(MINUTE);
            Task<String> second = Task.of("mail2", "{" + i + "}").queue("mails").unique(MINUTE);
            assertThatThrownBy(() -> client.enqueue(first)).isInstanceOf(DuplicateTaskException.class);
            assertThatThrownBy(() -> client.enqueue(second)).isInstanceOf(DuplicateTaskException.class);
        }
        String shard = shards.tasks().list("mails~2", TaskState.PENDING, 1, 1).get(0).info().id();
        assertThat(inspector.changes().duplicate("mails~2", shard, TaskEdit.NONE).queue()).isEqualTo("mails~2");
    }

    @Test
    void a_damaged_number_of_shards_concerns_only_its_queue() {
        client.enqueue(Task.of("t", "{}").queue("news~1"));
        broker.executor().send(RedisCommand.command(Command.HSET).key("asynq:shards").arg("news").arg("many"));
        Inspector fresh = shards.logical();

        assertThat(fresh.queues().names()).containsExactly("mails", "news~1", "other");
        assertThat(fresh.shards().counts()).isEqualTo(Map.of("mails", 4));
        assertThatThrownBy(() -> fresh.shards().add("news", 8)).isInstanceOf(BrokerException.class)
                .hasMessageContaining("damaged");
    }
}
