package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.github.asynqee.broker.RedisBroker;
import io.github.asynqee.broker.RedisConfig;
import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.task.Task;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks are taken for lanes that are busy, but will not be for long. */
class PrefetchTest extends WorkerTest {

    private static final int TASKS = 5_000;
    private static final int SLOW = 3_000;

    private final ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    /** All tasks but one are quick. */
    @BeforeEach
    void enqueueMany() {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(AsynqClient.of(broker));
        List<Task<String>> tasks = new ArrayList<>();
        IntStream.range(0, TASKS).forEach(i -> tasks.add(Task.of("email:welcome", "{}").id("t" + i)));
        client.enqueueAll(tasks);
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t" + SLOW)) {
                begun.countDown();
                release.await();
            }
        });
    }

    private static List<String> all() {
        return IntStream.range(0, TASKS).mapToObj(i -> "t" + i).toList();
    }

    @Test
    void while_a_lane_is_quick_tasks_wait_for_it_and_go_back_in_order_when_it_is_not() throws Exception {
        start();
        await(begun);

        eventually(() -> assertThat(redis.llen(DEFAULT.active())).isBetween(2L, 129L));
        eventually(() -> assertThat(worker.inFlight()).isEqualTo((int) redis.llen(DEFAULT.active())));
        assertThat(redis.llen(DEFAULT.pending()) + redis.llen(DEFAULT.active())).isEqualTo(TASKS - SLOW);

        clock.advance(Duration.ofSeconds(1));
        eventually(() -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactly("t" + SLOW));
        assertThat(redis.lindex(DEFAULT.pending(), -1)).isEqualTo("t" + (SLOW + 1));
        pings(500);
        assertThat(redis.llen(DEFAULT.pending())).as("none is taken again").isEqualTo(TASKS - SLOW - 1);

        release.countDown();
        awaitIdle();
        assertThat(handled).containsExactlyElementsOf(all());
        assertThat(count(DEFAULT.processed())).isEqualTo(TASKS);
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void without_prefetch_no_task_is_taken_before_its_lane_is_free() throws Exception {
        config.maxPrefetch(0);
        start();
        await(begun);

        eventually(() -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactly("t" + SLOW));
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(TASKS - SLOW - 1);

        release.countDown();
        awaitIdle();
        assertThat(handled).containsExactlyElementsOf(all());
    }

    @Test
    void what_waits_for_a_lane_goes_back_at_shutdown() throws Exception {
        start();
        await(begun);
        eventually(() -> assertThat(redis.llen(DEFAULT.active())).isGreaterThan(1));

        worker.shutdown(Duration.ZERO);

        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
        assertThat(redis.lrange(DEFAULT.pending(), -2, -1)).containsExactly("t" + (SLOW + 1), "t" + SLOW);
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(TASKS - SLOW);
        release.countDown();
    }
}
