package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks are taken for lanes that are busy, but will not be for long. */
class PrefetchTest extends WorkerTest {

    private static final int TASKS = 6_000;
    /** The slow task of a run without prefetch, in which each task costs a round trip. */
    private static final int SLOW = 1_000;
    private static final int TASKS_WITHOUT_PREFETCH = 1_500;

    private final ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger slow = new AtomicInteger(-1);

    @BeforeEach
    void connectAtThatTime() {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(DefaultAsynqClient.of(broker));
    }

    private void enqueue(int count, UnaryOperator<Task<String>> options) {
        List<Task<String>> tasks = new ArrayList<>();
        first(count).forEach(id -> tasks.add(options.apply(Task.of("email:welcome", "{}").id(id))));
        client.enqueueAll(tasks);
    }

    /** All tasks but one are quick: the first one behind which others are held. */
    private void enqueueAllAndHold() {
        enqueue(TASKS, task -> task);
        AtomicReference<Channel> channel = new AtomicReference<>();
        channel.set(channel("default", 1, delivery -> {
            int number = Integer.parseInt(delivery.message().id().substring(1));
            if (channel.get().prefetched() > 1 && slow.compareAndSet(-1, number)) {
                begun.countDown();
                release.await();
            }
        }));
    }

    /** All tasks but one are quick. */
    private void enqueueAll(UnaryOperator<Task<String>> options) {
        enqueue(TASKS_WITHOUT_PREFETCH, options);
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t" + SLOW)) {
                begun.countDown();
                release.await();
            }
        });
    }

    private static List<String> first(int count) {
        return IntStream.range(0, count).mapToObj(i -> "t" + i).toList();
    }

    @Test
    void while_a_lane_is_quick_tasks_are_held_and_requeued_in_order_when_it_is_not() throws Exception {
        enqueueAllAndHold();
        start();
        awaitSignal(begun);

        await().untilAsserted(() -> {
            int active = (int) redis.llen(DEFAULT.active());
            assertThat(active).isBetween(2, 129);
            assertThat(worker.inFlight()).isEqualTo(active);
            assertThat(redis.llen(DEFAULT.pending()) + active).isEqualTo(TASKS - slow.get());
        });

        // until then the lane counts as quick, and what goes back is taken again
        pings(4_000);
        clock.advance(Duration.ofSeconds(1));
        await().untilAsserted(() -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactly("t" + slow));
        assertThat(redis.lindex(DEFAULT.pending(), -1)).isEqualTo("t" + (slow.get() + 1));
        pings(500);
        assertThat(redis.llen(DEFAULT.pending())).as("none is taken again").isEqualTo(TASKS - slow.get() - 1);

        release.countDown();
        awaitIdle();
        assertThat(handled).containsExactlyElementsOf(first(TASKS));
        assertThat(count(DEFAULT.processed())).isEqualTo(TASKS);
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void without_prefetch_no_task_is_taken_before_its_lane_is_free() throws Exception {
        config.maxPrefetch(0);
        enqueueAll(task -> task);
        start();
        awaitSignal(begun);

        await().untilAsserted(() -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactly("t" + SLOW));
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(TASKS_WITHOUT_PREFETCH - SLOW - 1);

        release.countDown();
        awaitIdle();
        assertThat(handled).containsExactlyElementsOf(first(TASKS_WITHOUT_PREFETCH));
    }

    @Test
    void a_task_that_has_no_retry_left_is_not_held_because_it_would_be_archived_if_the_server_died() throws Exception {
        enqueueAll(task -> task.maxRetry(0));
        start();
        awaitSignal(begun);

        await().untilAsserted(() -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactly("t" + SLOW));
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(TASKS_WITHOUT_PREFETCH - SLOW - 1);

        release.countDown();
        awaitIdle();
        assertThat(handled).containsExactlyElementsOf(first(TASKS_WITHOUT_PREFETCH));
    }

    @Test
    void with_strict_priorities_no_task_of_a_lower_queue_goes_before_a_new_one_of_a_higher() throws Exception {
        config.strictPriority(true);
        List<Task<String>> low = new ArrayList<>();
        IntStream.range(0, 2_000).forEach(i -> low.add(Task.of("email:welcome", "{}").id("low" + i).queue("low")));
        client.enqueueAll(low);
        channel(Map.of("high", 2, "low", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                delivery -> {
                    if (delivery.message().id().equals("low1500")) {
                        client.enqueue(Task.of("email:welcome", "{}").id("new").queue("high"));
                        // so that the fetcher knows before this lane is free
                        Thread.sleep(1_000);
                    }
                });

        redis.set(QueueKeys.of("low").paused(), "2000000000");
        start();
        await().untilAsserted(() -> assertThat(broker.queueChanges().isTracking()).isTrue());
        redis.del(QueueKeys.of("low").paused());
        await().untilAsserted(() -> assertThat(handled).hasSize(2_001));

        List<String> order = new ArrayList<>(handled);
        assertThat(order.get(1_501)).isEqualTo("new");
    }

    @Test
    void held_tasks_are_requeued_when_fetching_stops() throws Exception {
        enqueueAllAndHold();
        start();
        awaitSignal(begun);

        worker.stopFetching();
        release.countDown();

        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        assertThat(handled).hasSize(slow.get() + 1);
        assertThat(redis.lindex(DEFAULT.pending(), -1)).isEqualTo("t" + (slow.get() + 1));
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(TASKS - slow.get() - 1);
    }

    @Test
    void held_tasks_are_requeued_at_shutdown() throws Exception {
        enqueueAllAndHold();
        start();
        awaitSignal(begun);

        worker.shutdown(Duration.ZERO);

        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
        assertThat(redis.lrange(DEFAULT.pending(), -2, -1)).containsExactly("t" + (slow.get() + 1), "t" + slow);
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(TASKS - slow.get());
        release.countDown();
    }
}
