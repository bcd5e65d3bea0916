package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

class ArchiveTrimmingTest extends BrokerTest {

    private static final long NOW = T0.getEpochSecond();
    private static final long CUTOFF = NOW - Duration.ofDays(90).toSeconds();
    /** Archives a number of tasks at intervals of one second. */
    private static final String FILL = """
            for i = 0, ARGV[1] - 1 do
              local id = ARGV[2] .. string.format('%05d', i)
              redis.call('ZADD', KEYS[1], ARGV[3] + i, id)
              redis.call('HSET', ARGV[4] .. id, 'msg', 'x', 'state', 'archived')
            end""";

    private void archived(int count, String name, long firstScore) {
        redis.at(DEFAULT.archived()).eval(FILL, List.of(DEFAULT.archived()),
                List.of(String.valueOf(count), name, String.valueOf(firstScore), DEFAULT.taskPrefix()));
    }

    private long hashes() {
        return redis.at(DEFAULT.taskPrefix()).keys(DEFAULT.taskPrefix() + "*").size();
    }

    @Test
    void the_archive_holds_9999_tasks() {
        archived(9_998, "old", CUTOFF + 1);
        List<Lease> leases = active(Tasks.pending("default", "t1"), Tasks.pending("default", "t2"));

        settle(leases.get(0), new Outcome.Archive("boom"));
        assertThat(zset(DEFAULT.archived())).hasSize(9_999).startsWith("old00000").endsWith("t1");
        settle(leases.get(1), new Outcome.Archive("boom"));

        assertThat(zset(DEFAULT.archived())).hasSize(9_999).startsWith("old00001").endsWith("t1", "t2");
        assertThat(exists(DEFAULT.task("old00000"))).isFalse();
        assertThat(hashes()).isEqualTo(9_999);
    }

    @Test
    void tasks_archived_90_days_ago_are_deleted() {
        archived(3, "old", CUTOFF - 1);
        settle(active("t1"), new Outcome.Archive("boom"));

        assertThat(zset(DEFAULT.archived())).containsExactly("old00002", "t1");
        assertThat(exists(DEFAULT.task("old00000"))).isFalse();
        assertThat(exists(DEFAULT.task("old00001"))).isFalse();
        assertThat(exists(DEFAULT.task("old00002"))).isTrue();
    }

    /** Go's script exceeds Lua's stack here and leaves the task half moved. */
    @ParameterizedTest
    @ValueSource(ints = { 999, 1_000, 1_001, 12_000 })
    void any_number_of_old_tasks_is_deleted_500_with_each_archived_task(int count) {
        archived(count, "old", CUTOFF - count);
        int tasks = (count + 499) / 500;
        List<Lease> leases = active(IntStream.range(0, tasks).mapToObj(i -> Tasks.pending("default", "t" + i))
                .toArray(NewTask[]::new));

        for (Lease lease : leases) {
            assertThat(settle(lease, new Outcome.Archive("boom"))).isEqualTo(new Settlement.Result.Settled());
        }

        assertThat(zset(DEFAULT.archived())).hasSize(tasks).allMatch(id -> id.startsWith("t"));
        assertThat(state("t0")).isEqualTo("archived");
        assertThat(hashes()).isEqualTo(tasks);
    }

    @Test
    void of_tasks_too_many_500_are_deleted_with_each_archived_task() {
        archived(13_500, "old", CUTOFF + 1);

        settle(active("t1"), new Outcome.Archive("boom"));

        assertThat(zset(DEFAULT.archived())).hasSize(13_001).startsWith("old00500").endsWith("t1");
        assertThat(hashes()).isEqualTo(13_001);
    }

    @Test
    void a_deleted_task_gives_its_lock_back_unless_another_holds_it() {
        List<Lease> leases = active(Tasks.unique("default", "t1", "1"), Tasks.unique("default", "t2", "2"));
        leases.forEach(lease -> settle(lease, new Outcome.Archive("boom")));
        Jedis node = redis.at("asynq:{default}:");
        node.set(Tasks.lock("default", "2"), "another");
        clock.advance(Duration.ofDays(91));

        settle(active("t3"), new Outcome.Archive("boom"));

        assertThat(zset(DEFAULT.archived())).containsExactly("t3");
        assertThat(node.exists(Tasks.lock("default", "1"))).isFalse();
        assertThat(node.get(Tasks.lock("default", "2"))).isEqualTo("another");
    }

    @Test
    void a_task_that_falls_out_at_once_leaves_no_hash() {
        // equal scores are in the order of the IDs, and "a" is before all others
        archived(9_999, "z", NOW);
        redis.at(DEFAULT.archived()).eval(
                "for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZADD', KEYS[1], ARGV[1], id) end",
                List.of(DEFAULT.archived()), List.of(String.valueOf(NOW)));

        assertThat(settle(active("a"), new Outcome.Archive("boom"))).isEqualTo(new Settlement.Result.Settled());

        assertThat(zset(DEFAULT.archived())).hasSize(9_999).doesNotContain("a");
        assertThat(exists(DEFAULT.task("a"))).isFalse();
        assertThat(hashes()).isEqualTo(9_999);
    }

    @Test
    void what_is_in_the_archive_without_being_a_task_is_taken_out() {
        redis.at(DEFAULT.archived()).zadd(DEFAULT.archived(), 0, "ghost");
        redis.at(DEFAULT.archived()).zadd(DEFAULT.archived(), CUTOFF, "text");
        redis.at(DEFAULT.archived()).set(DEFAULT.task("text"), "text");

        settle(active("t1"), new Outcome.Archive("boom"));

        assertThat(zset(DEFAULT.archived())).containsExactly("t1");
        assertThat(exists(DEFAULT.task("text"))).isTrue();
    }

    @Test
    void a_batch_trims_as_single_calls_do() {
        NewTask[] tasks = new NewTask[20];
        Arrays.setAll(tasks, i -> Tasks.pending("default", "t" + i));

        List<List<String>> archives = new ArrayList<>();
        for (boolean batch : new boolean[]{ false, true }) {
            redis.clear();
            archived(30, "old", CUTOFF - 9);
            archived(9_970, "new", NOW - 9_970);
            List<Settlement> settlements = active(tasks).stream()
                    .map(lease -> new Settlement(lease, new Outcome.Archive("boom"))).toList();
            if (batch) {
                broker.workerCommands().write(settlements);
            } else {
                settlements.forEach(one -> broker.workerCommands().write(List.of(one)));
            }
            archives.add(zset(DEFAULT.archived()));
            assertThat(hashes()).isEqualTo(9_999);
        }

        assertThat(archives.get(1)).isEqualTo(archives.get(0)).hasSize(9_999).doesNotContain("old00009");
    }

    @Test
    void a_failed_settlement_trims_nothing() {
        archived(3, "old", CUTOFF - 1);
        Lease lease = active("t1");
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "t1");

        assertThat(settle(lease, new Outcome.Archive("boom"))).isEqualTo(new Settlement.Result.Lost());
        assertThat(zset(DEFAULT.archived())).hasSize(3);
    }
}
