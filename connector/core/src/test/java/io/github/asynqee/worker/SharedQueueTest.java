package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.broker.RedisBroker;
import io.github.asynqee.broker.RedisConfig;
import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.task.Task;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two channels take tasks of one queue, and one of them is busy. */
class SharedQueueTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private final CountDownLatch release = new CountDownLatch(1);
    private volatile CountDownLatch second = new CountDownLatch(0);

    @BeforeEach
    void one_is_busy() throws Exception {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(AsynqClient.of(broker));
        channel(Map.of("default", 1), "slow", 1, POLICY, delivery -> {
            release.await();
            if (!delivery.message().id().equals("s0")) {
                second.await();
            }
        });
        channel(Map.of("default", 1), "quick", 1, POLICY, delivery -> {});
        enqueue("slow", "s0");
        start();
        awaitHandled("s0");
    }

    private void enqueue(String type, String id) {
        client.enqueue(Task.of(type, "{}").id(id).maxRetry(1));
    }

    private void enqueueSlow(int from, int to) {
        for (int i = from; i <= to; i++) {
            enqueue("slow", "s" + i);
        }
    }

    @Test
    void a_task_for_the_other_is_seen_behind_some_that_wait() throws Exception {
        enqueueSlow(1, 10);
        enqueue("quick", "q");

        awaitHandled("q");

        release.countDown();
        for (int i = 1; i <= 10; i++) {
            assertThat(handled.take()).isEqualTo("s" + i);
        }
    }

    @Test
    void when_one_of_many_that_wait_has_begun_there_is_room_for_one_of_the_other() throws Exception {
        second = new CountDownLatch(1);
        enqueueSlow(1, 16);
        enqueue("quick", "q");
        eventually(() -> assertThat(redis.llen(DEFAULT.active())).isEqualTo(17));
        assertThat(handled).isEmpty();

        release.countDown();
        // much sooner than the fetcher looks without being told
        assertThat(handled.poll(3, TimeUnit.SECONDS)).isEqualTo("s1");
        assertThat(handled.poll(3, TimeUnit.SECONDS)).isEqualTo("q");
        second.countDown();
    }

    @Test
    void only_some_are_held_and_give_way_after_a_while_at_no_cost() throws Exception {
        enqueueSlow(1, 20);
        enqueue("quick", "q");
        eventually(() -> assertThat(redis.llen(DEFAULT.active())).isEqualTo(17));
        pings(2_000);
        assertThat(worker.inFlight()).as("one that runs and sixteen that wait").isEqualTo(17);
        assertThat(handled).isEmpty();

        clock.advance(Duration.ofSeconds(6));
        awaitHandled("q");

        eventually(() -> assertThat(redis.zcard(DEFAULT.retry())).isEqualTo(16));
        clock.advance(Duration.ofSeconds(1));
        eventually(() -> assertThat(redis.exists(DEFAULT.retry())).isFalse());
        assertThat(stored("s1").retried()).isZero();
        assertThat(count(DEFAULT.failed())).isZero();
        release.countDown();
        eventually(() -> assertThat(count(DEFAULT.processed())).isEqualTo(22));
    }
}
