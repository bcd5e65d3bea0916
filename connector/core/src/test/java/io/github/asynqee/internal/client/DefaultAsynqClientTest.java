package io.github.asynqee.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.event.TaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class DefaultAsynqClientTest {

    private static final Instant NOW = Instant.ofEpochSecond(2_000_000_000, 123_456_789);
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestRedis redis;
    private Broker broker;
    private AsynqClient client;
    private final Task<String> task = Task.of("email:welcome", "{\"user_id\":42}");

    @BeforeEach
    void connect() {
        redis.clear();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), ManualClock.startingAt(NOW));
        client = DefaultAsynqClient.of(broker);
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    @Test
    void an_enqueued_task_is_pending_in_redis() throws Exception {
        TaskInfo info = client.enqueue(task.queue("low").maxRetry(3).header("trace", "1"));

        assertThat(info.state()).isEqualTo(TaskState.PENDING);
        assertThat(pending("low")).containsExactly(info.id());
        TaskMessage stored = TaskMessage.parse(
                redis.at("asynq:{low}:t").hget(("asynq:{low}:t:" + info.id()).getBytes(), "msg".getBytes()));
        assertThat(stored.type()).isEqualTo("email:welcome");
        assertThat(stored.maxRetry()).isEqualTo(3);
        assertThat(stored.headers()).containsEntry("trace", "1");
        assertThat(redis.at("asynq:queues").smembers("asynq:queues")).containsExactly("low");
    }

    @Test
    void each_stored_task_is_an_event_and_a_refused_one_is_not() throws Exception {
        List<TaskEvent> events = Collections.synchronizedList(new ArrayList<>());
        try (AsynqClient listening = DefaultAsynqClient.builder(broker).listener(events::add).build()) {
            listening.enqueue(task.id("one"));
            listening.enqueueAsync(task.id("two")).toCompletableFuture().get(10, TimeUnit.SECONDS);
            listening.enqueueAll(List.of(task.id("three"), task.id("one")));
            assertThatThrownBy(() -> listening.enqueue(task.id("one"))).isInstanceOf(TaskIdConflictException.class);
        }

        assertThat(events).allMatch(TaskEnqueued.class::isInstance)
                .extracting(event -> ((TaskEnqueued) event).task().id()).containsExactly("one", "two", "three");
    }

    @Test
    void ids_are_random_unless_given() {
        assertThat(client.enqueue(task).id()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
                .isNotEqualTo(client.enqueue(task).id());
    }

    @Test
    void the_same_id_is_refused_in_the_same_queue_only() {
        client.enqueue(task.id("same"));

        assertThatThrownBy(() -> client.enqueue(task.id("same"))).isInstanceOf(TaskIdConflictException.class)
                .hasMessageContaining("task ID conflicts with another task").hasMessageContaining("same");
        assertThat(client.enqueue(task.id("same").queue("low")).id()).isEqualTo("same");
        assertThat(pending("default")).containsExactly("same");
    }

    @Test
    void a_second_unique_task_is_refused_while_the_lock_is_held() {
        TaskInfo first = client.enqueue(task.unique(HOUR));

        assertThatThrownBy(() -> client.enqueue(task.unique(HOUR))).isInstanceOf(DuplicateTaskException.class)
                .hasMessageContaining("task already exists");
        client.enqueue(task.payload("other").unique(HOUR));
        client.enqueue(task.queue("low").unique(HOUR));
        client.enqueue(task);
        assertThat(pending("default")).hasSize(3).contains(first.id());
    }

    @Test
    void a_task_that_is_duplicate_and_conflict_is_a_duplicate() {
        client.enqueue(task.id("same").unique(HOUR));

        assertThatThrownBy(() -> client.enqueue(task.id("same").unique(HOUR)))
                .isInstanceOf(DuplicateTaskException.class);
    }

    @Test
    void tasks_in_bulk_get_a_result_each() {
        client.enqueue(task.id("taken"));
        client.enqueue(task.payload("locked").unique(HOUR));

        List<Task<String>> tasks = new ArrayList<>(List.of(task.id("a"), task.id("taken"),
                task.payload("locked").unique(HOUR).id("dup"), Task.ofPayload("without type"),
                task.id("b").queue("low"),
                task.id("later").processIn(HOUR), task.id("grouped").group("g"), task.id("a")));
        tasks.add(null);
        List<EnqueueResult> results = client.enqueueAll(tasks);

        assertThat(results).extracting(EnqueueResult::isStored).containsExactly(true, false, false, false, true, true,
                true, false, false);
        assertThat(results.get(0).info().id()).isEqualTo("a");
        assertThat(results.get(1).error()).isInstanceOf(TaskIdConflictException.class);
        assertThat(results.get(2).error()).isInstanceOf(DuplicateTaskException.class);
        assertThat(results.get(3).error()).hasCauseInstanceOf(InvalidTaskException.class);
        assertThat(results.get(5).info().state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(results.get(6).info().state()).isEqualTo(TaskState.AGGREGATING);
        assertThat(results.get(7).error()).isInstanceOf(TaskIdConflictException.class);
        assertThat(results.get(8).error()).hasMessage("task must not be null");
        assertThat(pending("default")).contains("a", "taken").doesNotContain("dup", "later", "grouped");
        assertThat(pending("low")).containsExactly("b");
        assertThat(redis.at("asynq:{default}:").zscore("asynq:{default}:scheduled", "later")).isEqualTo(2_000_003_600);
    }

    @Test
    void no_tasks_in_bulk_are_no_results() {
        assertThat(client.enqueueAll(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2_000 })
    void tasks_sent_without_waiting_are_all_stored_in_order(int count) throws Exception {
        List<CompletableFuture<TaskInfo>> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.add(client.enqueueAsync(task.id("t" + i)).toCompletableFuture());
        }

        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);

        List<String> expected = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
            expected.add("t" + i);
        }
        assertThat(pending("default")).isEqualTo(expected);
    }

    @Test
    void a_task_sent_without_waiting_fails_alone() {
        CompletableFuture<TaskInfo> first = client.enqueueAsync(task.id("same")).toCompletableFuture();
        CompletableFuture<TaskInfo> second = client.enqueueAsync(task.id("same")).toCompletableFuture();
        CompletableFuture<TaskInfo> invalid = client.enqueueAsync(Task.ofPayload("without type")).toCompletableFuture();
        CompletableFuture<TaskInfo> last = client.enqueueAsync(task.id("last")).toCompletableFuture();

        assertThat(first).succeedsWithin(Duration.ofSeconds(10));
        assertThat(second).failsWithin(Duration.ofSeconds(10)).withThrowableThat()
                .withCauseInstanceOf(TaskIdConflictException.class);
        assertThat(invalid).failsWithin(Duration.ofSeconds(10)).withThrowableThat()
                .withCauseInstanceOf(InvalidTaskException.class);
        assertThat(last).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void what_waits_when_the_client_is_closed_is_stored() {
        List<CompletableFuture<TaskInfo>> sent = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            sent.add(client.enqueueAsync(task).toCompletableFuture());
        }

        client.close();

        assertThat(sent).allSatisfy(one -> assertThat(one).isCompleted());
        assertThat(pending("default")).hasSize(1_000);
    }

    @Test
    void a_closed_client_refuses_tasks() {
        client.close();

        assertThat(client.enqueueAsync(task).toCompletableFuture()).failsWithin(Duration.ofSeconds(10))
                .withThrowableThat().withCauseInstanceOf(EnqueueException.class).havingCause()
                .withMessageContaining("closed");
        assertThat(pending("default")).isEmpty();
    }

    private List<String> pending(String queue) {
        String key = "asynq:{" + queue + "}:pending";
        return redis.at(key).lrange(key, 0, -1);
    }
}
