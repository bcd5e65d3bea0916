package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Several channels share a queue. Each takes tasks for which it has a free lane; the other tasks stay in the queue. */
class SharedQueueTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private final Semaphore slowMayEnd = new Semaphore(0);

    private void slowAndQuick(int slowLanes) {
        channel(Map.of("default", 1), "slow", slowLanes, POLICY, delivery -> slowMayEnd.acquire());
        channel(Map.of("default", 1), "quick", 1, POLICY, delivery -> {});
    }

    private void enqueue(String type, String prefix, int count) {
        client.enqueueAll(IntStream.range(0, count)
                .mapToObj(i -> Task.of(type, "{}").id(prefix + i).maxRetry(0)).toList());
    }

    @Test
    void a_busy_channel_delays_no_other_and_holds_no_more_than_it_runs() throws Exception {
        slowAndQuick(2);
        enqueue("slow", "s", 2_000);
        start();
        awaitHandled("s0", "s1");

        for (int i = 0; i < 20; i++) {
            client.enqueue(Task.of("quick", "{}").id("q" + i));
            awaitHandled("q" + i);
        }

        await().untilAsserted(
                () -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactlyInAnyOrder("s0", "s1"));
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(1_998);
        assertThat(redis.lindex(DEFAULT.pending(), -1)).isEqualTo("s2");
        assertThat(redis.exists(DEFAULT.retry())).isFalse();
    }

    @Test
    void the_order_within_a_type_is_kept() throws Exception {
        slowAndQuick(1);
        for (int i = 0; i < 100; i++) {
            client.enqueue(Task.of(i % 3 == 0 ? "quick" : "slow", "{}").id("t" + i));
        }
        slowMayEnd.release(100);

        start();
        await().untilAsserted(() -> assertThat(handled).hasSize(100));

        List<Integer> order = handled.stream().map(id -> Integer.parseInt(id.substring(1))).toList();
        assertThat(order.stream().filter(i -> i % 3 == 0)).isSorted();
        assertThat(order.stream().filter(i -> i % 3 != 0)).isSorted();
    }

    @Test
    void a_lane_that_becomes_free_finds_what_was_passed_over_and_what_was_pushed_since() throws Exception {
        slowAndQuick(1);
        enqueue("slow", "s", 5);
        start();
        awaitHandled("s0");
        client.enqueue(Task.of("quick", "{}").id("q"));
        awaitHandled("q");
        client.enqueue(Task.of("slow", "{}").id("s5"));

        slowMayEnd.release(6);

        for (int i = 1; i <= 5; i++) {
            assertThat(handled.take()).isEqualTo("s" + i);
        }
    }

    @Test
    void no_task_without_a_retry_is_held_that_has_not_begun() throws Exception {
        CountDownLatch begun = new CountDownLatch(20);
        for (int i = 0; i < 5; i++) {
            channel(Map.of("default", 1), "type" + i, 4, POLICY, delivery -> {
                begun.countDown();
                slowMayEnd.acquire();
            });
        }
        // its free lanes must not lead to taking tasks of the other channels
        channel(Map.of("default", 1), "idle", 100, POLICY, delivery -> {});
        for (int i = 0; i < 100; i++) {
            client.enqueue(Task.of("type" + i % 5, "{}").id("t" + i).maxRetry(0));
        }

        start();
        awaitSignal(begun);

        // what would be archived if the server died now
        assertThat(redis.llen(DEFAULT.active())).isEqualTo(20);
        pings(1_000);
        assertThat(redis.lrange(DEFAULT.active(), 0, -1)).hasSameElementsAs(handled);
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(80);
    }

    @Test
    void quick_channels_of_one_queue_are_given_many_tasks_at_once() throws Exception {
        for (int i = 0; i < 5; i++) {
            channel(Map.of("default", 1), "type" + i, 2, POLICY, delivery -> {});
        }
        List<Task<String>> tasks = IntStream.range(0, 6_000)
                .mapToObj(i -> Task.of("type" + i % 5, "{}").id("t" + i)).toList();
        client.enqueueAll(tasks);
        redis.configResetStat();

        start();
        awaitIdle();

        assertThat(handled).hasSize(6_000).doesNotHaveDuplicates();
        assertThat(count(DEFAULT.processed())).isEqualTo(6_000);
        assertThat(WakingUpTest.calls(redis, "exists")).as("one for each call").isLessThan(1_500);
    }
}
