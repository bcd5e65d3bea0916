package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node is killed, again and again, while the keys of its queue take turns: a watch in Redis sees none that waits long, and no
 * task is lost.
 */
@Tag("thorough")
@Timeout(300)
@SomeDays(oneIn = 4)
class FairUnderKillsTest extends WorkerTest {

    private static final int KILLS = Boolean.getBoolean("asynq.test.thorough") ? 20 : 3;
    private static final int TENANTS = 4;
    /** More than its share of these lanes no tenant has in the process that dies: what ran there counts until it is recovered. */
    private static final int LANES = 8;
    /** So many tasks of a tenant follow each other in the queue. */
    private static final int BLOCK = 100;

    private final int[] stored = new int[TENANTS];

    private long ended(int tenant) {
        return redis.scard(FairProcess.ENDED + tenant);
    }

    /** Each tenant has tasks that wait, as long as this is called. Returns how many tasks have ended. */
    private long feed() {
        long sum = 0;
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            long ended = ended(tenant);
            sum += ended;
            if (stored[tenant] - ended < 2 * BLOCK) {
                String prefix = "t" + tenant + "-";
                String header = "" + tenant;
                client.enqueueAll(IntStream.range(stored[tenant], stored[tenant] + BLOCK)
                        .mapToObj(i -> Task.of("email", "{}").id(prefix + i).header("tenant", header)).toList());
                stored[tenant] += BLOCK;
            }
        }
        return sum;
    }

    @Test
    void no_key_waits_long_and_no_task_is_lost() throws Exception {
        Channel fair = new Channel(FairProcess.channel());
        HandlerLane.open(fair, LANES, FairProcess.handler(TestRedis.SINGLE.url()), pool);
        config.recoveryInterval(Duration.ofSeconds(1)).maxRecoveries(0);
        feed();
        feed();
        worker = start(broker, List.of(fair));
        for (int kill = 1; kill <= KILLS; kill++) {
            WorkerProcess victim = closedLater(WorkerProcess.start(FairProcess.class));
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                feed();
                assertThat(redis.sismember(FairProcess.NODES, "" + victim.pid())).as(victim.output()).isTrue();
            });
            victim.kill();
            WorkerProcess.expireLeases(redis, this::feed);
        }
        List<String> starts = redis.lrange(FairProcess.STARTS, 0, -1);

        await().atMost(Duration.ofMinutes(1)).until(
                () -> IntStream.range(0, TENANTS).allMatch(tenant -> ended(tenant) == stored[tenant]));

        for (int tenant = 0; tenant < TENANTS; tenant++) {
            assertThat(longestWait("" + tenant, starts)).as("starts of others, tenant " + tenant).isLessThan(BLOCK);
        }
        awaitIdle();
        await("nothing is left").until(() -> redis.keys(DEFAULT.limits() + "*").isEmpty());
        assertThat(redis.exists(DEFAULT.scheduled(), DEFAULT.retry(), DEFAULT.archived())).isZero();
    }

    /** How many tasks of others start, at most, between two of a tenant, before its first one or after its last one. */
    private static int longestWait(String tenant, List<String> starts) {
        int longest = 0;
        int from = 0;
        for (int i = 0; i < starts.size(); i++) {
            if (starts.get(i).equals(tenant)) {
                longest = Math.max(longest, i - from);
                from = i + 1;
            }
        }
        return Math.max(longest, starts.size() - from);
    }
}
