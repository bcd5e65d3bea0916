package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes are killed while they run limited tasks: a watch in Redis never sees more tasks of a key than may run. */
@Timeout(300)
class LimitsUnderKillsTest extends WorkerTest {

    private static final int KILLS = Boolean.getBoolean("asynq.test.thorough") ? 20 : 3;
    private static final int TENANTS = 10;
    private static final int TASKS = 400 * KILLS;
    /** So many tasks of a tenant follow each other: more than all processes have lanes, which would run them at once. */
    private static final int BLOCK = 20;

    /** The time passes in which the leases of a dead process expire. */
    private void expireLeases(WorkerProcess dead) {
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            String watch = LimitedProcess.WATCH + tenant;
            redis.smembers(watch).stream().filter(member -> member.startsWith(LimitedProcess.name(dead.pid())))
                    .forEach(member -> redis.srem(watch, member));
        }
        WorkerProcess.expireLeases(redis, () -> redis.scard(LimitedProcess.ENDED));
    }

    @Test
    void no_key_is_ever_above_its_limit_and_none_starves() throws Exception {
        client.enqueueAll(IntStream.range(0, TASKS)
                .mapToObj(i -> Task.of("email", "{}").id("t" + i).header("tenant", "" + i / BLOCK % TENANTS)).toList());
        List<WorkerProcess> processes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            processes.add(closedLater(WorkerProcess.start(LimitedProcess.class)));
        }
        for (int kill = 1; kill <= KILLS; kill++) {
            long ended = (long) TASKS * kill / (KILLS + 2);
            await().atMost(Duration.ofMinutes(2)).until(() -> redis.scard(LimitedProcess.ENDED) > ended);
            WorkerProcess victim = processes.remove(0);
            victim.kill();
            expireLeases(victim);
            processes.add(closedLater(WorkerProcess.start(LimitedProcess.class)));
        }

        await().atMost(Duration.ofMinutes(2)).untilAsserted(
                () -> assertThat(redis.scard(LimitedProcess.ENDED)).as(processes.get(0).output()).isEqualTo(TASKS));

        assertThat(redis.lrange(LimitedProcess.EXCESS, 0, -1)).isEmpty();
    }
}
