package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.task.Task;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakingUpTest extends WorkerTest {

    @BeforeEach
    void resetStatistics() {
        redis.configResetStat();
    }

    private long calls(String command) {
        Matcher stat = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)").matcher(redis.info("commandstats"));
        return stat.find() ? Long.parseLong(stat.group(1)) : 0;
    }

    private void awaitWatching() {
        eventually(() -> assertThat(redis.info("clients")).contains("blocked_clients:1"));
    }

    @Test
    void an_idle_worker_waits_in_redis_instead_of_asking() throws Exception {
        // a worker that polls would do so a hundred times before the task comes
        config.taskCheckInterval(Duration.ofMillis(1));
        channel("default", 1, delivery -> {});
        start();
        awaitWatching();
        long askedBefore = calls("lrange");

        pings(2_000);
        assertThat(calls("lrange")).isEqualTo(askedBefore);
        enqueue("t1");
        awaitHandled("t1");

        assertThat(calls("blmove")).isLessThanOrEqualTo(2);
    }

    @Test
    void a_task_pushed_by_anybody_wakes_the_worker() throws Exception {
        channel("default", 1, delivery -> {});
        start();
        for (int i = 0; i < 20; i++) {
            awaitWatching();
            enqueue("t" + i);
            awaitHandled("t" + i);
        }

        awaitIdle();
        assertThat(calls("blmove")).isBetween(20L, 45L);
    }

    @Test
    void where_waiting_is_forbidden_the_worker_asks() throws Exception {
        EmbeddedRedis restricted = closedLater(EmbeddedRedis.builder()
                .user("worker", "secret", "~asynq:*", "+@all", "-blmove").start());
        broker = connected(restricted.url("worker"));
        client = AsynqClient.of(broker);
        config.taskCheckInterval(Duration.ofMillis(50));
        channel("default", 1, delivery -> {});
        start();

        for (int i = 0; i < 5; i++) {
            enqueue("t" + i);
            awaitHandled("t" + i);
        }
    }

    @Test
    void with_many_queues_all_are_served() throws Exception {
        config.taskCheckInterval(Duration.ofMillis(50));
        Map<String, Integer> queues = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            queues.put("q" + i, 1);
        }
        channel(queues, "", 2, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), delivery -> {});
        start();
        eventually(() -> assertThat(redis.info("clients")).contains("blocked_clients:16"));

        for (int i = 0; i < 20; i++) {
            client.enqueue(Task.of("email:welcome", "{}").id("t" + i).queue("q" + i));
            awaitHandled("t" + i);
        }
    }

    @Test
    void while_no_lane_is_free_nobody_waits_and_nobody_asks() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        enqueue("t2");
        start();
        awaitHandled("t1");
        long asked = calls("lrange") + calls("blmove");

        pings(2_000);

        assertThat(calls("lrange") + calls("blmove")).isEqualTo(asked);
        release.countDown();
        awaitHandled("t2");
    }
}
