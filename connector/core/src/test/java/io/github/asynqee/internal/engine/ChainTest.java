package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchRepair;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task of a chain is stored only if the previous one has succeeded. */
class ChainTest extends WorkerTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Set<String> revoking = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void handleAll() {
        channel(Map.of("default", 1), "", 2, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), delivery -> {
            if (failing.contains(delivery.message().id())) {
                throw new SkipRetryException("boom");
            }
            if (revoking.contains(delivery.message().id())) {
                throw new RevokeTaskException("no");
            }
        });
    }

    private static Task<String> step(String id) {
        return Task.of("step", "").id(id);
    }

    /** Returns its ID. */
    private String enqueueChain() {
        client.enqueueChain(step("a").then(step("b")).then(step("c")));
        return chain();
    }

    private String chain() {
        return redis.zrange(DEFAULT.batches(), 0, -1).get(0);
    }

    private void repair() {
        BatchCommands commands = broker.commands(BatchCommands.class);
        redis.del(DEFAULT.batchRepair());
        new BatchRepair(commands, new BatchSteps(commands, broker.clock()), broker.clock()).repair("default");
    }

    private Map<String, String> fields(String chain) {
        return redis.hgetAll(DEFAULT.batch(chain));
    }

    private void requireEnded(String chain, String refused, String next) {
        repair();
        repair();
        assertThat(fields(chain)).containsEntry("refused", refused).doesNotContainKey("ended");
        assertThat(fields(chain).get("refused:" + refused)).startsWith("the previous task is gone");
        assertThat(redis.ttl(DEFAULT.batch(chain))).as("is listed for a week").isGreaterThan(6 * 86_400L);
        assertThat(redis.zrange(DEFAULT.batches(), 0, -1)).containsExactly(chain);
        assertThat(redis.exists(DEFAULT.batchOpen(chain), DEFAULT.task(next), DEFAULT.completed())).isZero();
        assertThat(handled).doesNotContain(next);
    }

    @ParameterizedTest
    @ValueSource(strings = { "pending", "archived", "other" })
    void nothing_follows_a_first_task_that_is_gone(String was) {
        String chain = enqueueChain();
        if (was.equals("archived")) {
            failing.add("a");
            start();
            await().until(() -> redis.zcard(DEFAULT.batchFailed(chain)) == 1);
        }
        // as Go deletes it, and as a full archive drops it
        redis.del(DEFAULT.pending(), DEFAULT.archived(), DEFAULT.task("a"));
        if (was.equals("other")) {
            client.enqueue(step("a").processIn(HOUR));
        }

        requireEnded(chain, "step-0", "b");
    }

    @Test
    void nothing_follows_a_task_that_is_dropped_from_the_archive_after_others_have_succeeded() {
        failing.add("b");
        String chain = enqueueChain();
        start();
        await().until(() -> redis.zcard(DEFAULT.batchFailed(chain)) == 1);
        redis.del(DEFAULT.archived(), DEFAULT.task("b"));

        requireEnded(chain, "step-1", "c");
    }

    @Test
    void nothing_follows_a_task_that_its_handler_revokes() {
        revoking.add("b");
        String chain = enqueueChain();

        start();

        await().until(() -> redis.hexists(DEFAULT.batch(chain), "refused"));
        requireEnded(chain, "step-1", "c");
    }

    @Test
    void a_chain_that_was_refused_before_its_sender_has_closed_it_stays_refused() {
        BatchCommands commands = broker.commands(BatchCommands.class);
        String chain = enqueueChain();
        redis.hdel(DEFAULT.batch(chain), "sealed");
        redis.del(DEFAULT.pending(), DEFAULT.task("a"));
        repair();

        assertThat(commands.seal(new BatchName("default", chain)))
                .contains(List.of());

        requireEnded(chain, "step-0", "b");
    }

    @Test
    void a_success_is_found_long_after_its_worker_has_died() {
        String chain = enqueueChain();
        succeed("a");
        assertThat(redis.zscore(DEFAULT.completed(), "a"))
                .isGreaterThan(broker.clock().instant().plus(BatchCommands.PROOF).minusSeconds(60).getEpochSecond());

        repair();

        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("b");
        assertThat(redis.exists(DEFAULT.task("a"), DEFAULT.completed())).as("the proof").isZero();
        assertThat(fields(chain)).doesNotContainKey("refused");
    }

    @Test
    void of_a_chain_that_has_succeeded_no_task_is_left() {
        enqueueChain();

        start();

        await().until(() -> handled.contains("c"));
        awaitIdle();
        await().until(() -> redis.keys("asynq:{default}:t:*").isEmpty());
        assertThat(redis.exists(DEFAULT.completed())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = { 3_600, 100 * 86_400 })
    void a_task_keeps_its_retention(long seconds) throws Exception {
        Duration retention = Duration.ofSeconds(seconds);
        client.enqueueChain(step("a").retention(retention).then(step("b").retention(HOUR)));
        start();
        awaitHandled("a", "b");
        awaitIdle();

        long now = broker.clock().instant().getEpochSecond();
        await().untilAsserted(() -> assertThat(redis.zscore(DEFAULT.completed(), "a"))
                .isBetween(now + seconds - 60.0, now + seconds + 60.0));
        assertThat(stored("a").retention()).isEqualTo(retention);
        assertThat(stored("b").retention()).isEqualTo(HOUR);
    }

    @Test
    void a_task_that_has_changed_is_not_taken_for_a_proof() {
        BatchCommands commands = broker.commands(BatchCommands.class);
        BatchName chain = new BatchName("default", enqueueChain());
        Place first = new Place("default", "a");

        commands.release(chain, first, Duration.ZERO);
        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).as("not completed").containsExactly("a");
        succeed("a");
        commands.release(new BatchName("default", "another"), first,
                Duration.ZERO);
        assertThat(state("a")).as("of another chain").isEqualTo("completed");
        redis.del(DEFAULT.completed());
        commands.release(chain, first, Duration.ZERO);
        assertThat(state("a")).as("not listed").isEqualTo("completed");
        redis.hset(DEFAULT.task("a"), "msg", "damaged");
        commands.release(chain, first, Duration.ZERO);
        assertThat(redis.exists(DEFAULT.task("a"))).isTrue();
    }

    @Test
    void a_task_that_a_running_one_has_added_proves_nothing() {
        channels.clear();
        channel("default", 2, delivery -> {
            if (delivery.message().id().equals("a")) {
                client.batch(delivery.message().headers().get("batch")).add(List.of(step("more").processIn(HOUR)))
                        .enqueue();
            }
        });
        String chain = enqueueChain();
        start();
        await().until(() -> redis.zcard(DEFAULT.batchOpen(chain)) == 1
                && redis.zrange(DEFAULT.batchOpen(chain), 0, -1).get(0).endsWith("more"));
        redis.del(DEFAULT.scheduled(), DEFAULT.task("more"));

        repair();

        await().until(() -> handled.contains("c"));
    }

    @Test
    void a_chain_of_an_older_version_continues_as_before() {
        String chain = enqueueChain();
        redis.hdel(DEFAULT.batch(chain), "proof:step-0", "proof:step-1");
        redis.del(DEFAULT.pending(), DEFAULT.task("a"));

        start();

        await().until(() -> handled.contains("c"));
    }

    @Test
    void tasks_of_a_chain_need_different_ids() {
        Task.Chain same = step("a").then(step("b")).then(step("a"));
        assertThatThrownBy(() -> client.enqueueChain(same)).isInstanceOf(InvalidTaskException.class)
                .hasMessage("two tasks of a chain have the ID \"a\"");

        client.enqueueChain(step("a").then(step("a").queue("other")));
        assertThat(redis.keys("asynq:{default}:batch:*")).hasSize(1);
    }
}
