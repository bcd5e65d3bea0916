package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.Uniqueness.Until;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.params.SetParams;

/** Unique tasks with explicit keys: until when a task holds a key, and the effect on later tasks with the same key. */
class UniqueTasksTest extends UniqueTasks {

    @Test
    void a_key_of_its_own_counts_instead_of_the_payload_and_is_a_lock_of_asynq() throws Exception {
        TaskInfo first = client.enqueue(task("a"));

        assertThatThrownBy(() -> client.enqueue(task("b"))).isInstanceOf(DuplicateTaskException.class);
        client.enqueue(Task.of("reminder", "b").uniqueKey("42").unique(HOUR));
        client.enqueue(Task.of("invoice", "a").unique(HOUR));
        client.enqueue(task("a").queue("low"));
        assertThat(holder()).isEqualTo(first.id());
        assertThat(message(first.id()).uniqueKey()).isEqualTo(LOCK);
        assertThat(life(LOCK)).isBetween(3_590L, 3_600L);

        settle(started(), new Outcome.Done());

        assertThat(exists(LOCK)).isFalse();
        client.enqueue(task("b"));
    }

    @Test
    void join_returns_the_task_that_waits_runs_or_waits_for_its_retry() {
        Task<String> joining = task("b").onDuplicate(OnDuplicate.JOIN);
        TaskInfo first = client.enqueue(task("a").processIn(MINUTE).header("a", "1"));

        TaskInfo joined = client.enqueue(joining);

        assertThat(joined.id()).isEqualTo(first.id());
        assertThat(joined.payload()).asString().isEqualTo("a");
        assertThat(joined.headers()).containsEntry("a", "1");
        assertThat(joined.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(joined.nextProcessAt()).isEqualTo(Instant.ofEpochSecond(T0.getEpochSecond() + 60));
        assertThat(client.enqueueAll(List.of(joining)).get(0).info().id()).isEqualTo(first.id());
        assertThat(client.enqueueAsync(joining).toCompletableFuture().join().id()).isEqualTo(first.id());
        assertThat(list(DEFAULT.pending())).isEmpty();
        assertThat(zset(DEFAULT.scheduled())).containsExactly(first.id());

        clock.advance(MINUTE);
        broker.maintenanceCommands().forward(List.of("default"), 1);
        Lease lease = started();
        assertThat(client.enqueue(joining).state()).isEqualTo(TaskState.ACTIVE);
        settle(lease, new Outcome.Retry(T0.plusSeconds(120), "boom", true));
        TaskInfo retried = client.enqueue(joining);
        assertThat(retried.state()).isEqualTo(TaskState.RETRY);
        assertThat(retried.lastError()).isEqualTo("boom");
    }

    @Test
    void an_archived_task_is_neither_joined_nor_replaced() {
        String id = client.enqueue(task("a")).id();
        settle(started(), new Outcome.Archive("boom"));

        for (OnDuplicate policy : OnDuplicate.values()) {
            if (policy != OnDuplicate.REJECT) {
                assertThatThrownBy(() -> client.enqueue(task("b").onDuplicate(policy)))
                        .isInstanceOf(DuplicateTaskException.class)
                        .hasMessageContaining("its key is held by task " + id + ", which is archived");
            }
        }
        assertThat(in(id)).containsExactly(DEFAULT.archived());
        String next = client.enqueue(task("b").uniqueUntil(Until.START)).id();
        assertThat(holder()).isEqualTo(next);
    }

    @Test
    void extend_joins_and_the_time_of_the_key_begins_anew() {
        TaskInfo first = client.enqueue(task("a").unique(MINUTE));

        assertThat(client.enqueue(task("b").onDuplicate(OnDuplicate.EXTEND)).id()).isEqualTo(first.id());

        assertThat(life(LOCK)).isGreaterThan(3_000);
        assertThat(list(DEFAULT.pending())).containsExactly(first.id());
    }

    @ParameterizedTest
    @EnumSource(OnDuplicate.class)
    void until_start_the_next_task_is_stored_once_the_first_attempt_has_begun(OnDuplicate policy) {
        Task<String> task = task("a").uniqueUntil(Until.START).onDuplicate(policy);
        String first = client.enqueue(task).id();
        Lease lease = started();

        String second = client.enqueue(task).id();

        assertThat(second).isNotEqualTo(first);
        assertThat(holder()).isEqualTo(second);
        settle(lease, new Outcome.Done());
        assertThat(holder()).isEqualTo(second);
        assertThat(in(second)).containsExactly(DEFAULT.pending());
    }

    @Test
    void until_start_a_task_that_has_failed_once_holds_no_key_even_when_it_is_pending_again() {
        Task<String> task = task("a").uniqueUntil(Until.START);
        client.enqueue(task);
        assertThatThrownBy(() -> client.enqueue(task)).isInstanceOf(DuplicateTaskException.class);
        settle(started(), new Outcome.Retry(T0, "busy", false));
        broker.maintenanceCommands().forward(List.of("default"), 1);

        assertThat(client.enqueue(task).id()).isEqualTo(holder());
        assertThat(list(DEFAULT.pending())).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(value = OnDuplicate.class, names = { "JOIN", "EXTEND", "REPLACE" })
    void a_lock_that_names_a_task_that_never_took_it_is_taken_over_and_that_task_left_alone(OnDuplicate policy)
            throws Exception {
        client.enqueue(Task.of("other", "its own").id("x"));
        // a client of Go does so that finds its ID taken
        redis.at(LOCK).set(LOCK, "x", SetParams.setParams().ex(100));

        String id = client.enqueue(task("a").onDuplicate(policy)).id();

        assertThat(id).isNotEqualTo("x");
        assertThat(holder()).isEqualTo(id);
        assertThat(payload("x")).isEqualTo("its own");
    }

    @ParameterizedTest
    @EnumSource(value = OnDuplicate.class, names = { "JOIN", "EXTEND", "REPLACE" })
    void until_time_another_task_with_the_id_of_the_first_one_is_left_alone(OnDuplicate policy) throws Exception {
        client.enqueue(task("a").id("x").throttle(MINUTE));
        settle(started(), new Outcome.Done());
        client.enqueue(Task.of("other", "its own").id("x"));

        assertThatThrownBy(() -> client.enqueue(task("b").throttle(MINUTE).onDuplicate(policy)))
                .isInstanceOf(DuplicateTaskException.class);
        assertThat(payload("x")).isEqualTo("its own");
    }

    @Test
    void extending_does_not_shorten_the_time_of_a_task_that_waits_for_its_own() {
        client.enqueue(task("a").processIn(HOUR));
        long before = redis.at(LOCK).ttl(LOCK);

        client.enqueue(Task.of("invoice", "b").uniqueKey("42").unique(MINUTE).onDuplicate(OnDuplicate.EXTEND));

        assertThat(redis.at(LOCK).ttl(LOCK)).isBetween(before - 5, before);
    }

    @Test
    void a_lock_whose_task_is_gone_does_not_hold_up_others() {
        redis.at(LOCK).set(LOCK, "gone");

        assertThatThrownBy(() -> client.enqueue(task("a"))).isInstanceOf(DuplicateTaskException.class);
        assertThat(client.enqueue(replacing("a")).id()).isEqualTo(holder());
    }

    @Test
    void until_time_the_key_outlives_the_task_and_ends_by_itself() {
        Task<String> task = Task.of("invoice", "a").uniqueKey("42").throttle(MINUTE);
        String first = client.enqueue(task.processIn(HOUR)).id();

        assertThat(redis.at(WINDOW).get(WINDOW)).isEqualTo(first);
        assertThat(life(WINDOW)).isBetween(50L, 60L);
        assertThat(exists(LOCK)).isFalse();
        assertThat(client.enqueue(task.onDuplicate(OnDuplicate.JOIN)).id()).isEqualTo(first);
        clock.advance(HOUR);
        broker.maintenanceCommands().forward(List.of("default"), 1);
        settle(started(), new Outcome.Done());

        for (OnDuplicate policy : OnDuplicate.values()) {
            assertThatThrownBy(() -> client.enqueue(task.onDuplicate(policy)))
                    .isInstanceOf(DuplicateTaskException.class).hasMessageContaining("which is gone");
        }
        redis.at(WINDOW).del(WINDOW);
        client.enqueue(task);
    }

    @Test
    void of_many_that_come_at_once_one_is_stored_and_the_last_content_stays() throws Exception {
        List<CompletableFuture<TaskInfo>> sent = IntStream.range(0, 500)
                .mapToObj(i -> client.enqueueAsync(replacing("p" + i)).toCompletableFuture()).toList();
        List<String> ids = new ArrayList<>();
        for (CompletableFuture<TaskInfo> one : sent) {
            ids.add(one.get().id());
        }

        assertThat(ids).containsOnly(holder());
        assertThat(list(DEFAULT.pending())).containsExactly(holder());
        assertThat(payload(holder())).isEqualTo("p499");
    }

    @Test
    void an_id_that_is_taken_is_a_conflict_and_takes_no_key() {
        client.enqueue(Task.of("other", "x").id("i"));

        assertThatThrownBy(() -> client.enqueue(task("a").id("i").onDuplicate(OnDuplicate.JOIN)))
                .isInstanceOf(TaskIdConflictException.class);
        assertThat(exists(LOCK)).isFalse();
    }

    @Test
    void a_key_of_another_type_refuses_the_task() {
        redis.at(LOCK).lpush(LOCK, "x");

        assertThatThrownBy(() -> client.enqueue(replacing("a"))).isInstanceOf(DuplicateTaskException.class);
        assertThat(list(DEFAULT.pending())).isEmpty();
    }

    @Test
    void in_a_queue_with_shards_the_key_decides_the_shard() {
        try (DefaultAsynqClient sharded = DefaultAsynqClient.builder(broker).shards("default", 4).build()) {
            for (String key : List.of("1", "2", "3", "4", "5")) {
                Task<String> task = Task.of("invoice", "a").uniqueKey(key).unique(HOUR)
                        .onDuplicate(OnDuplicate.REPLACE);
                TaskInfo first = sharded.enqueue(task);
                IntStream.range(0, 8).forEach(i -> assertThat(sharded.enqueue(task)).satisfies(info -> {
                    assertThat(info.id()).isEqualTo(first.id());
                    assertThat(info.queue()).isEqualTo("default");
                }));
                Task<String> once = Task.of("invoice", "a").uniqueKey(key).throttle(MINUTE);
                sharded.enqueue(once);
                assertThatThrownBy(() -> sharded.enqueue(once)).isInstanceOf(DuplicateTaskException.class);
            }
        }
        assertThat(IntStream.range(0, 4).mapToObj(i -> QueueKeys.of(i == 0 ? "default" : "default~" + i).pending())
                .mapToInt(key -> list(key).size()).sum()).isEqualTo(10);
    }

    @Test
    void what_cannot_be_combined_is_refused_with_the_reason() {
        assertThatThrownBy(() -> client.enqueue(Task.of("invoice", "a").uniqueKey("42")))
                .isInstanceOf(InvalidTaskException.class).hasMessageContaining("no time: set it with unique(…)");
        assertThatThrownBy(() -> client.enqueue(replacing("a").id("i"))).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("that one keeps its own ID");
        assertThatThrownBy(() -> client.enqueue(replacing("a").group("g"))).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("a task of group \"g\" cannot be unique until success with the policy replace");
        assertThatThrownBy(() -> client.call(replacing("a"), String.class, MINUTE).toCompletableFuture().get())
                .isInstanceOf(ExecutionException.class).cause().isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("a task whose result is awaited cannot be unique until success");
        assertThatThrownBy(() -> client.batch("b").add(List.of(task("a").throttle(MINUTE))).enqueue())
                .isInstanceOf(InvalidTaskException.class).hasMessageContaining("a member of a batch cannot be unique");
        assertThatThrownBy(() -> PeriodicTask.of("p", "@daily", task("a").uniqueUntil(Until.START)))
                .isInstanceOf(InvalidTaskException.class).hasMessageContaining("periodic task \"p\"");
        assertThat(redis.at(DEFAULT.pending()).keys(DEFAULT.taskPrefix() + "*")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " " })
    void a_blank_key_is_refused(String key) {
        assertThatThrownBy(() -> Task.of("invoice", "a").uniqueKey(key)).isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> Task.of("invoice", "a").debounce(Duration.ofMillis(999)))
                .isInstanceOf(InvalidTaskException.class).hasMessageContaining("debounce must be at least 1 s");
    }
}
