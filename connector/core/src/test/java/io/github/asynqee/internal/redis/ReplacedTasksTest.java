package io.github.asynqee.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;

/** A task that waits is replaced by another one with its unique key. */
class ReplacedTasksTest extends UniqueTasks {

    @Test
    void a_pending_task_gets_the_new_payload_and_keeps_id_and_place() throws Exception {
        String first = client.enqueue(task("a".repeat(200)).maxRetry(1)).id();
        client.enqueue(Task.of("other", "x").id("other"));

        TaskInfo replaced = client.enqueue(replacing("b").maxRetry(7).header("h", "1"));

        assertThat(replaced.id()).isEqualTo(first);
        assertThat(replaced.payload()).asString().isEqualTo("b");
        assertThat(replaced.state()).isEqualTo(TaskState.PENDING);
        TaskMessage stored = message(first);
        assertThat(stored.toBytes()).isEqualTo(
                redis.at(DEFAULT.task(first)).hget(DEFAULT.task(first).getBytes(UTF_8), "msg".getBytes(UTF_8)));
        assertThat(stored.maxRetry()).isEqualTo(7);
        assertThat(stored.headers()).containsEntry("h", "1");
        assertThat(list(DEFAULT.pending())).containsExactly("other", first);
        assertThat(redis.at(DEFAULT.pending()).keys(DEFAULT.taskPrefix() + "*")).hasSize(2);
    }

    @Test
    void an_id_of_any_length_stays_that_of_the_task_that_is_replaced() throws Exception {
        for (int length : new int[]{ 1, 127, 128, 300, 20_000 }) {
            String id = "i".repeat(length);
            client.enqueue(Task.of("invoice", "a").uniqueKey("42" + length).unique(HOUR).id(id));

            assertThat(client.enqueue(Task.of("invoice", "b").uniqueKey("42" + length).unique(HOUR)
                    .onDuplicate(OnDuplicate.REPLACE)).id()).isEqualTo(id);
            assertThat(payload(id)).isEqualTo("b");
        }
    }

    @Test
    void the_time_is_replaced_too_in_both_directions() throws Exception {
        String id = client.enqueue(task("a")).id();

        TaskInfo later = client.enqueue(replacing("b").processIn(MINUTE));

        assertThat(later.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(later.nextProcessAt()).isEqualTo(Instant.ofEpochSecond(T0.getEpochSecond() + 60));
        assertThat(in(id)).containsExactly(DEFAULT.scheduled());
        assertThat(field(DEFAULT.task(id), "pending_since")).isNull();
        assertThat(life(LOCK)).isGreaterThan(3_600);

        client.enqueue(replacing("c"));

        assertThat(in(id)).containsExactly(DEFAULT.pending());
        assertThat(state(id)).isEqualTo("pending");
        assertThat(field(DEFAULT.task(id), "pending_since")).isNotNull();
        assertThat(life(LOCK)).isLessThanOrEqualTo(3_600);
        assertThat(payload(started().message().id())).isEqualTo("c");
    }

    @Test
    void a_pending_task_of_another_version_moves_to_the_end() {
        String id = client.enqueue(task("a")).id();
        client.enqueue(Task.of("other", "x").id("other"));

        client.enqueue(replacing("b").version(2));

        assertThat(list(DEFAULT.pending())).containsExactly(id, "other");
    }

    private List<Lease> limited() {
        return broker.workerCommands()
                .dequeue("default", new Demand(List.of(new Demand.Route(Demand.Kind.TYPE, "", 9, null,
                        null, new LimitRule(Limit.of("invoices", "type", 1, null)))), null, Demand.Reach.far(16),
                        null))
                .tasks()
                .leases();
    }

    @Test
    void a_task_that_waits_for_a_limit_keeps_its_place_in_the_line() throws Exception {
        client.enqueue(Task.of("invoice", "x").id("runs"));
        String id = client.enqueue(task("a")).id();
        client.enqueue(Task.of("invoice", "y").id("behind"));
        Lease runs = limited().get(0);

        TaskInfo replaced = client.enqueue(replacing("b"));

        assertThat(replaced.state()).isEqualTo(TaskState.SCHEDULED);
        assertThat(in(id)).containsExactly(DEFAULT.scheduled());
        assertThat(replaced.nextProcessAt())
                .isEqualTo(Instant.ofEpochSecond((long) redis.at(DEFAULT.scheduled()).zscore(DEFAULT.scheduled(), id)
                        .doubleValue()));
        settle(runs, new Outcome.Done());
        assertThat(limited()).extracting(lease -> new String(lease.message().payload(), UTF_8)).containsExactly("b");
    }

    @Test
    void a_task_that_waits_for_a_limit_leaves_the_line_for_a_time_of_its_own() {
        client.enqueue(Task.of("invoice", "x").id("runs"));
        String id = client.enqueue(task("a")).id();
        Lease runs = limited().get(0);

        client.enqueue(replacing("b").processIn(MINUTE));

        settle(runs, new Outcome.Done());
        assertThat(in(id)).containsExactly(DEFAULT.scheduled());
        assertThat(field(DEFAULT.task(id), "asynqee:limit")).isNull();
        clock.advance(MINUTE);
        broker.maintenanceCommands().forward(List.of("default"), 1);
        assertThat(limited()).extracting(Lease::id).containsExactly(id);
    }

    @Test
    void a_task_that_waits_for_its_retry_begins_anew_with_what_replaces_it() throws Exception {
        String id = client.enqueue(task("a")).id();
        settle(started(), new Outcome.Retry(T0.plusSeconds(75), "boom", true));

        client.enqueue(replacing("b"));

        assertThat(in(id)).containsExactly(DEFAULT.pending());
        assertThat(message(id).retried()).isZero();
        assertThat(payload(id)).isEqualTo("b");
    }

    @Test
    void a_running_task_is_not_replaced() throws Exception {
        String id = client.enqueue(task("a")).id();
        Lease lease = started();

        assertThatThrownBy(() -> client.enqueue(replacing("b"))).isInstanceOf(DuplicateTaskException.class)
                .hasMessageContaining("its key is held by task " + id + ", which is active");

        assertThat(payload(id)).isEqualTo("a");
        settle(lease, new Outcome.Done());
        assertThat(client.enqueue(replacing("b")).id()).isNotEqualTo(id);
    }

    @Test
    void neither_a_member_of_a_batch_nor_a_task_with_a_checkpoint_is_replaced() throws Exception {
        client.batch("b").add(List.of(task("a"))).enqueue();
        String member = holder();
        assertThatThrownBy(() -> client.enqueue(replacing("b"))).isInstanceOf(DuplicateTaskException.class);
        assertThat(payload(member)).isEqualTo("a");

        redis.at(LOCK).del(LOCK);
        String id = client.enqueue(task("c")).id();
        redis.at(LOCK).hset(DEFAULT.task(id), "asynqee:checkpoint", "0 1 0 7");
        assertThatThrownBy(() -> client.enqueue(replacing("d"))).isInstanceOf(DuplicateTaskException.class);
        assertThat(payload(id)).isEqualTo("c");
    }

    @Test
    void a_delayed_task_of_a_group_is_not_replaced() throws Exception {
        TaskInfo first = client.enqueue(task("a").group("g").processIn(MINUTE));

        assertThatThrownBy(() -> client.enqueue(replacing("b"))).isInstanceOf(DuplicateTaskException.class);
        assertThat(payload(first.id())).isEqualTo("a");
    }

    @Test
    void what_debounces_replaces_a_task_that_waits_for_its_retry_so_that_the_old_content_does_not_run_last()
            throws Exception {
        String id = client.enqueue(task("old").debounce(Duration.ofSeconds(5))).id();
        broker.maintenanceCommands().forward(List.of("default"), 1);
        redis.at(LOCK).zrem(DEFAULT.scheduled(), id);
        redis.at(LOCK).hset(DEFAULT.task(id), "state", "pending");
        redis.at(LOCK).lpush(DEFAULT.pending(), id);
        settle(started(), new Outcome.Retry(T0, "busy", true));

        assertThat(client.enqueue(task("new").debounce(Duration.ofSeconds(5))).id()).isEqualTo(id);
        assertThat(payload(id)).isEqualTo("new");
        assertThat(in(id)).containsExactly(DEFAULT.scheduled());
    }

    @Test
    void what_replaces_a_task_has_no_result_of_it_and_is_another_one_for_an_inbox() throws Exception {
        String id = client.enqueue(replacing("a")).id();
        redis.at(LOCK).hset(DEFAULT.task(id), "result", "old");
        String before = client.enqueue(replacing("b")).headers().get(Task.INBOX_HEADER);

        TaskInfo after = client.enqueue(replacing("c"));

        assertThat(after.id()).isEqualTo(id);
        assertThat(after.headers().get(Task.INBOX_HEADER)).isNotEmpty().isNotEqualTo(before);
        assertThat(redis.at(LOCK).hexists(DEFAULT.task(id), "result")).isFalse();
    }

    @Test
    void debounce_replaces_and_moves_the_time_forward_and_then_runs_the_last_one() throws Exception {
        Task<String> task = Task.of("invoice", "a").uniqueKey("42").debounce(Duration.ofSeconds(5));
        String id = client.enqueue(task).id();
        clock.advance(Duration.ofSeconds(4));
        assertThat(client.enqueue(task.payload("b")).id()).isEqualTo(id);
        clock.advance(Duration.ofSeconds(4));
        broker.maintenanceCommands().forward(List.of("default"), 1);
        assertThat(list(DEFAULT.pending())).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        broker.maintenanceCommands().forward(List.of("default"), 1);

        assertThat(payload(started().message().id())).isEqualTo("b");
        TaskInfo next = client.enqueue(task.payload("c"));
        assertThat(next.id()).isNotEqualTo(id);
        assertThat(in(id)).containsExactly(DEFAULT.active());
        assertThat(in(next.id())).containsExactly(DEFAULT.scheduled());
    }
}
