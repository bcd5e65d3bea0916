package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.params.ZAddParams;

/**
 * Nodes are killed while they run the members of a large batch: its callback is stored once, when all have run.
 * {@code -Dbatch.members=1000000} has as many members, the profile {@code thorough} more kills.
 */
@Tag("thorough")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@SomeDays(oneIn = 4)
class BatchUnderKillsTest extends WorkerTest {

    private static final boolean THOROUGH = Boolean.getBoolean("asynq.test.thorough");
    private static final int KILLS = THOROUGH ? 20 : 2;
    private static final int MEMBERS = Integer.getInteger("batch.members", THOROUGH ? 60_000 : 6_000);
    private static final Duration RUNS = Duration.ofMinutes(40);

    /** Expires the leases of a dead process; tasks of other processes that ended at the same time do not count. */
    private void expireLeases() {
        List<String> active = redis.lrange(DEFAULT.active(), 0, -1);
        long ended = redis.scard(BatchProcess.ENDED);
        await().until(() -> redis.scard(BatchProcess.ENDED) > ended + 50);
        active.retainAll(redis.lrange(DEFAULT.active(), 0, -1));
        double expired = Long.parseLong(redis.time().get(0)) - 40;
        active.forEach(id -> redis.zadd(DEFAULT.lease(), expired, id, ZAddParams.zAddParams().xx()));
    }

    @Test
    void the_callback_of_a_large_batch_is_stored_once() throws Exception {
        client.batch("large")
                .add(IntStream.range(0, MEMBERS).mapToObj(i -> Task.of("member", "").id("m" + i)))
                .onSuccess(Task.of(BatchProcess.CALLBACK, "")).enqueue();
        List<WorkerProcess> processes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            processes.add(closedLater(WorkerProcess.start(BatchProcess.class)));
        }
        for (int kill = 1; kill <= KILLS; kill++) {
            long ended = (long) MEMBERS * kill / (KILLS + 2);
            await().atMost(RUNS).until(() -> redis.scard(BatchProcess.ENDED) > ended);
            processes.remove(0).kill();
            assertThat(redis.llen(BatchProcess.CALLBACKS)).as("before all have ended").isZero();
            expireLeases();
            processes.add(closedLater(WorkerProcess.start(BatchProcess.class)));
        }

        await().atMost(RUNS).untilAsserted(() -> assertThat(redis.llen(BatchProcess.CALLBACKS))
                .as(processes.get(0).output()).isPositive());
        await().until(() -> redis.llen(DEFAULT.active()) + redis.llen(DEFAULT.pending()) == 0);

        assertThat(redis.scard(BatchProcess.ENDED)).isEqualTo(MEMBERS);
        assertThat(redis.lrange(BatchProcess.CALLBACKS, 0, -1)).containsExactly("large:success");
    }
}
