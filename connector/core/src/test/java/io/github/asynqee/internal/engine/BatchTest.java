package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.Batch;
import io.github.asynqee.BatchEndedException;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskContext;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchCommands.Plan;
import io.github.asynqee.internal.feature.batch.BatchRepair;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchTest extends WorkerTest {

    private static final QueueKeys OTHER = QueueKeys.of("other");

    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    /** IDs of the tasks that were handled, in that order. */
    private final ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void handleAll() {
        channel(Map.of("default", 1, "other", 1), "", 5, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)),
                delivery -> {
                    if (failing.contains(delivery.message().id())) {
                        throw new SkipRetryException("boom");
                    }
                    done.add(delivery.message().id());
                });
    }

    private static List<Task<String>> members(int count) {
        return IntStream.range(0, count).mapToObj(i -> Task.of("member", "").id("m" + i)
                .queue(i % 2 == 0 ? "default" : "other")).toList();
    }

    private Batch batch() {
        return client.batch("b").onSuccess(Task.of("callback", "")).onFailure(Task.of("callback", ""))
                .onComplete(Task.of("callback", ""));
    }

    private void awaitDone(String id) {
        await().atMost(Duration.ofSeconds(30)).until(() -> done.contains(id));
    }

    private long times(String id) {
        return done.stream().filter(id::equals).count();
    }

    @Test
    void a_batch_succeeds_when_its_last_member_has() {
        batch().add(members(100)).enqueue();
        start();
        awaitDone("b:success");
        awaitDone("b:complete");
        awaitIdle();

        assertThat(done).hasSize(102).contains("m0", "m99");
        assertThat(times("b:success")).isEqualTo(1);
        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.batches(), DEFAULT.batchOpen("b"))).isZero());
        assertThat(redis.ttl(DEFAULT.batch("b"))).isPositive();
        assertThatThrownBy(() -> batch().add(members(1)).enqueue()).isInstanceOf(BatchEndedException.class)
                .hasMessageContaining("b");
    }

    @Test
    void a_failed_member_makes_the_batch_failed_and_can_still_succeed() {
        failing.add("m3");
        batch().add(members(5)).enqueue();
        start();
        awaitDone("b:failure");
        awaitDone("b:complete");
        assertThat(done).doesNotContain("b:success");

        failing.clear();
        redis.zrem(OTHER.archived(), "m3");
        redis.hset(OTHER.task("m3"), "state", "pending");
        redis.lpush(OTHER.pending(), "m3");

        awaitDone("b:success");
        assertThat(times("b:failure")).isEqualTo(1);
        assertThat(times("b:complete")).isEqualTo(1);
    }

    @Test
    void each_task_of_a_chain_is_stored_when_the_one_before_has_succeeded() {
        failing.add("c");
        client.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b").queue("other"))
                .then(Task.of("step", "").id("c")).then(Task.of("step", "").id("d")));
        start();
        await().until(() -> "archived".equals(state("c")));
        assertThat(done).containsExactly("a", "b");

        failing.clear();
        redis.zrem(DEFAULT.archived(), "c");
        redis.hset(DEFAULT.task("c"), "state", "pending");
        redis.lpush(DEFAULT.pending(), "c");

        awaitDone("d");
        assertThat(done).containsExactly("a", "b", "c", "d");
    }

    @Test
    void a_step_whose_id_another_task_has_is_not_passed_over() {
        client.enqueue(Task.of("step", "").id("b").queue("other").processIn(Duration.ofHours(1)));
        client.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b").queue("other"))
                .then(Task.of("step", "").id("c")));
        String chain = redis.zrange(DEFAULT.batches(), 0, -1).get(0);
        start();
        await().until(() -> redis.hexists(DEFAULT.batch(chain), "refused:step-0"));

        for (int i = 0; i < 2; i++) {
            redis.del(DEFAULT.batchRepair());
            repair();
        }

        assertThat(redis.zcard(DEFAULT.batchFailed(chain))).isEqualTo(1);
        assertThat(done).containsExactly("a");
        assertThat(redis.hget(DEFAULT.batch(chain), "refused")).isEqualTo("step-0");
    }

    @Test
    void a_chain_that_has_ended_at_a_refused_task_is_known_as_long_as_a_batch() {
        client.enqueue(Task.of("step", "").id("b").processIn(Duration.ofHours(1)));
        client.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b")));
        String chain = redis.zrange(DEFAULT.batches(), 0, -1).get(0);
        start();
        await().until(() -> redis.zcard(DEFAULT.batchFailed(chain)) == 1);
        for (int i = 0; i < 2; i++) {
            redis.del(DEFAULT.batchRepair());
            repair();
        }

        List<String> keys = List.of(DEFAULT.batch(chain), DEFAULT.batchFailed(chain));
        assertThat(keys).allSatisfy(key -> assertThat(redis.ttl(key)).isBetween(7 * 86_400L - 60, 7 * 86_400L));
        keys.forEach(key -> redis.expire(key, 1_000));
        redis.del(DEFAULT.batchRepair());
        repair();
        assertThat(redis.zrange(DEFAULT.batches(), 0, -1)).as("is listed so long").containsExactly(chain);
        assertThat(redis.ttl(DEFAULT.batch(chain))).as("does not begin again").isLessThanOrEqualTo(1_000);

        redis.del(keys.toArray(String[]::new));
        redis.del(DEFAULT.batchRepair());
        repair();
        assertThat(redis.keys("asynq:{default}:batch*")).doesNotContain(DEFAULT.batches()).noneMatch(key -> key
                .contains(chain) && !key.contains("receipt"));
    }

    @Test
    void a_sender_learns_that_its_batch_is_deleted_before_all_members_are_stored() {
        BatchName batch = new BatchName("default", "b");

        assertThatThrownBy(() -> batch().add(members(400))
                .add(Stream.<Task<?>>empty().onClose(() -> broker.commands(BatchCommands.class).cancel(batch)))
                .enqueue())
                .isInstanceOf(BatchEndedException.class).hasMessageContaining("deleted");
    }

    @Test
    void of_a_chain_whose_first_task_is_refused_nothing_is_left() {
        Task<?> first = Task.of("step", "").unique(Duration.ofHours(1));
        client.enqueue(first);

        assertThatThrownBy(() -> client.enqueueChain(first.then(Task.of("step", ""))))
                .isInstanceOf(DuplicateTaskException.class);

        assertThat(redis.keys("asynq:{default}:batch*")).isEmpty();
    }

    /** The worker repairs its batches only every 8 s. */
    private void awaitRepaired(String id) {
        await().until(() -> {
            redis.del(DEFAULT.batchRepair());
            repair();
            return redis.ttl(DEFAULT.batch(id)) > 0;
        });
    }

    private void repair() {
        new BatchRepair(broker.commands(BatchCommands.class),
                new BatchSteps(broker.commands(BatchCommands.class), broker.clock()), broker.clock())
                .repair("default");
    }

    @Test
    void a_chain_is_known_for_an_hour_after_its_end_and_has_a_limit() {
        client.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b")));
        String chain = redis.zrange(DEFAULT.batches(), 0, -1).get(0);
        start();
        awaitDone("b");
        awaitRepaired(chain);
        assertThat(redis.ttl(DEFAULT.batch(chain))).isLessThanOrEqualTo(3600);

        Task.Chain longest = Task.of("step", "").then(Task.of("step", ""));
        while (longest.tasks().size() < 1_000) {
            longest = longest.then(Task.of("step", ""));
        }
        client.enqueueChain(longest);
        Task.Chain longer = longest.then(Task.of("step", ""));
        assertThatThrownBy(() -> client.enqueueChain(longer)).isInstanceOf(InvalidTaskException.class)
                .hasMessage("a chain has at most 1000 tasks: 1001");
    }

    @Test
    void a_batch_whose_callback_was_refused_is_listed_until_it_expires() {
        client.enqueue(Task.of("callback", "").id("b:success").processIn(Duration.ofHours(1)));
        batch().add(members(1)).enqueue();
        start();
        awaitDone("b:complete");
        await().until(() -> redis.ttl(DEFAULT.batch("b")) > 0);
        redis.expire(DEFAULT.batch("b"), 1_000);

        redis.del(DEFAULT.batchRepair());
        repair();

        assertThat(redis.zrange(DEFAULT.batches(), 0, -1)).containsExactly("b");
        assertThat(redis.ttl(DEFAULT.batch("b"))).as("does not begin again").isLessThanOrEqualTo(1_000);
        redis.del(DEFAULT.batch("b"), DEFAULT.batchRepair());
        repair();
        assertThat(redis.exists(DEFAULT.batches())).isFalse();
    }

    @Test
    void a_batch_that_is_deleted_is_forgotten_when_its_members_have_ended() {
        BatchName batch = new BatchName("default", "b");
        batch().add(members(2)).enqueue();
        broker.commands(BatchCommands.class).cancel(batch);

        repair();
        assertThat(redis.zrange(DEFAULT.batches(), 0, -1)).as("while members are open").containsExactly("b");
        redis.del(DEFAULT.pending(), DEFAULT.task("m0"), OTHER.pending(), OTHER.task("m1"), DEFAULT.batchRepair());
        repair();

        assertThat(redis.exists(DEFAULT.batches(), DEFAULT.batchOpen("b"), OTHER.pending())).isZero();
        assertThat(redis.ttl(DEFAULT.batch("b"))).isPositive();
    }

    @Test
    void of_a_batch_that_is_deleted_before_it_is_stored_completely_nothing_is_left() {
        BatchName batch = new BatchName("default", "b");
        assertThatThrownBy(() -> batch().add(Stream.<Task<?>>concat(members(600).stream(), Stream.of(1).map(i -> {
            throw new IllegalStateException("died");
        }))).enqueue()).hasMessage("died");
        broker.commands(BatchCommands.class).cancel(batch);

        start();

        awaitRepaired("b");
        redis.del(DEFAULT.batch("b"));
        assertThat(redis.keys("asynq:{default}:batch*b")).isEmpty();
    }

    @Test
    void sets_of_members_are_freed_beside_other_commands() {
        BatchCommands commands = broker.commands(BatchCommands.class);
        long before = freed();
        int sets = 0;
        for (String id : List.of("sealed", "cancelled", "gone", "deleted")) {
            BatchName batch = new BatchName("default", id);
            commands.open(batch, new Plan(Map.of(), List.of(), 1, null));
            for (int i = 0; i < 1_000; i++) {
                redis.zadd(id.equals("gone") ? DEFAULT.batchFailed(id) : DEFAULT.batchEnded(id), 1, "m" + i);
            }
            switch (id) {
                case "sealed" -> commands.seal(batch);
                case "cancelled" -> commands.cancel(batch);
                case "deleted" -> commands.delete(batch);
                default -> {
                    redis.del(DEFAULT.batch(id));
                    commands.end(batch, List.of());
                }
            }
            long expected = before + ++sets;
            await().untilAsserted(() -> assertThat(freed()).as(id).isEqualTo(expected));
        }
        assertThat(redis.keys("asynq:{default}:batch-*")).isEmpty();
    }

    /** How many large keys were freed by a thread of Redis in the background. */
    private long freed() {
        return redis.info("memory").lines().filter(line -> line.startsWith("lazyfreed_objects:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip())).sum();
    }

    @Test
    void members_that_somebody_else_has_ended_are_found() {
        batch().add(members(4)).enqueue();
        redis.del(DEFAULT.pending(), OTHER.pending());
        redis.del(DEFAULT.task("m0"), OTHER.task("m1"), DEFAULT.task("m2"));
        redis.hset(OTHER.task("m3"), "state", "completed");

        start();

        awaitDone("b:success");
        assertThat(done).doesNotContain("m0", "b:failure");
    }

    @Test
    void members_add_members_and_batches() {
        channels.clear();
        channel(Map.of("default", 1, "other", 1), "", 5, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)),
                delivery -> {
                    TaskMessage task = delivery.message();
                    if (task.id().equals("m0")) {
                        client.batchOf(context(task)).add(List.of(Task.of("member", "").id("more"))).enqueue();
                        client.batch("inner").queue("other").within(context(task))
                                .add(List.of(Task.of("member", "").id("i0"), Task.of("member", "").id("i1")))
                                .onSuccess(Task.of("callback", "")).enqueue();
                    }
                    done.add(task.id());
                });
        batch().add(members(2)).enqueue();
        start();

        awaitDone("b:success");
        awaitDone("inner:success");
        assertThat(done).contains("m0", "m1", "more", "i0", "i1");
        assertThat(List.copyOf(done).indexOf("b:success")).isGreaterThan(List.copyOf(done).indexOf("more"))
                .isGreaterThan(List.copyOf(done).indexOf("i1"));
        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.batches(), OTHER.batches())).isZero());
    }

    @Test
    void a_batch_within_itself_or_in_a_circle_is_refused() {
        TaskContext outer = context(TaskMessage.builder("t", "o", "default")
                .headers(Map.of(Batch.ID_HEADER, "outer", Batch.QUEUE_HEADER, "default")).build());
        TaskContext inner = context(TaskMessage.builder("t", "i", "default")
                .headers(Map.of(Batch.ID_HEADER, "inner", Batch.QUEUE_HEADER, "other")).build());
        client.batch("outer").add(members(2)).enqueue();
        client.batch("inner").queue("other").within(outer).add(List.of(Task.of("member", ""))).enqueue();

        for (Batch circle : List.of(client.batch("outer").within(outer), client.batch("outer").within(inner))) {
            assertThatThrownBy(() -> circle.add(List.of(Task.of("member", ""))).enqueue())
                    .isInstanceOf(InvalidTaskException.class).hasMessageContaining("within itself");
        }

        assertThat(redis.zcard(DEFAULT.batchOpen("outer"))).isEqualTo(3);
    }

    private static TaskContext context(TaskMessage task) {
        return (TaskContext) Proxy.newProxyInstance(TaskContext.class.getClassLoader(),
                new Class<?>[]{ TaskContext.class },
                (proxy, method, args) -> method.getName().equals("headers") ? task.headers() : task.id());
    }

    @Test
    void a_task_that_a_batch_has_stored_is_not_stored_again_when_it_has_run_and_is_gone() throws Exception {
        BatchName batch = new BatchName("default", "b");
        TaskMessage task = TaskMessage.builder("callback", "b:success", "other").build();
        Instant soon = broker.clock().instant().plusSeconds(60);

        assertThat(broker.commands(BatchCommands.class).storeOnce(batch, "success", task, soon)).isEmpty();
        redis.del(OTHER.pending(), OTHER.task("b:success"));
        assertThat(broker.commands(BatchCommands.class).storeOnce(batch, "success", task, soon)).isEmpty();
        assertThat(redis.exists(OTHER.task("b:success"))).isFalse();

        assertThatThrownBy(() -> broker.commands(BatchCommands.class).storeOnce(batch, "failure", task,
                broker.clock().instant().minusSeconds(5))).hasMessageContaining("too long");
        assertThat(redis.exists(OTHER.task("b:success"))).isFalse();
    }

    @Test
    void a_batch_with_the_id_of_a_deleted_one_has_its_callbacks() {
        start();
        for (int round = 1; round <= 2; round++) {
            batch().add(List.of(Task.of("member", ""), Task.of("member", ""))).enqueue();
            int stored = round;
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> times("b:success") == stored && times("b:complete") == stored);
            awaitIdle();
            broker.commands(BatchCommands.class).delete(new BatchName("default", "b"));
        }
    }

    @Test
    void what_nobody_has_stored_after_it_was_due_is_stored_by_the_repair() {
        batch().add(members(1)).enqueue();
        // the worker that ended the last member has died just after that
        redis.del(DEFAULT.pending(), DEFAULT.task("m0"));
        BatchMember.Place member = new BatchMember.Place("default", "m0");
        long stamp = -redis.zscore(DEFAULT.batchOpen("b"), member.text()).longValue();
        assertThat(broker.commands(BatchCommands.class).end(new BatchName("default", "b"),
                List.of(new Ended(member, stamp, Fate.ENDED)))).containsExactly("complete", "success");
        assertThat(broker.commands(BatchCommands.class).end(new BatchName("default", "b"), List.of())).isEmpty();

        start();

        awaitDone("b:success");
        awaitDone("b:complete");
    }

    @Test
    void a_member_that_was_added_again_is_not_ended_by_its_predecessor() {
        BatchName batch = new BatchName("default", "b");
        batch().add(members(2)).enqueue();
        BatchMember.Place member = new BatchMember.Place("default", "m0");
        long stamp = -redis.zscore(DEFAULT.batchOpen("b"), member.text()).longValue();

        broker.commands(BatchCommands.class).end(batch, List.of(new Ended(member, stamp - 1, Fate.ENDED)));

        assertThat(redis.zscore(DEFAULT.batchOpen("b"), member.text())).isNotNull();
    }

    @Test
    void a_batch_whose_sender_has_died_can_be_sent_again() {
        BatchName batch = new BatchName("default", "b");
        assertThatThrownBy(() -> batch().add(Stream.<Task<?>>concat(members(600).stream(), Stream.of(1).map(i -> {
            throw new IllegalStateException("died");
        }))).enqueue()).hasMessage("died");
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(250);
        start();
        await().until(() -> !redis.exists(DEFAULT.batchOpen("b")));
        assertThat(broker.commands(BatchCommands.class).read(batch)).doesNotContainKeys("sealed", "ended",
                "due:success");

        batch().add(members(600)).enqueue();

        awaitDone("b:success");
        assertThat(redis.hget(DEFAULT.batch("b"), "added")).isEqualTo("600");
        assertThat(times("m0")).as("those that have run are not stored again").isEqualTo(1);
        assertThat(redis.exists(DEFAULT.batchEnded("b"))).isFalse();
        // the two callbacks have no order
        assertThat(done.stream().filter(id -> !id.equals("b:complete")).toList()).contains("m599")
                .endsWith("b:success");
    }

    @Test
    void nothing_follows_before_all_members_are_stored() {
        start();
        client.batch("b").onSuccess(Task.of("callback", "")).add(members(1_200).stream().peek(task -> {
            if (task.options().id().equals("m1100")) {
                // all that are stored by now, 500 in a step, have ended
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> done.size() == 1_000 && !redis.exists(DEFAULT.batchOpen("b")));
                assertThat(redis.hexists(DEFAULT.batch("b"), "due:success")).isFalse();
            }
        })).enqueue();

        awaitDone("b:success");
        assertThat(done).hasSize(1_201).endsWith("b:success");
    }
}
