package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConcurrencyTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private void enqueueMany(String queue, int count) {
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(Task.of("email:welcome", "{}").id(queue + "-" + i).queue(queue));
        }
        assertThat(client.enqueueAll(tasks)).allMatch(result -> result.isStored());
    }

    @Test
    void all_lanes_run_at_once_and_never_more() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier allTen = new CyclicBarrier(10);
        channel("default", 10, delivery -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            // no handler passes unless ten run at once
            allTen.await(20, TimeUnit.SECONDS);
            running.decrementAndGet();
        });
        enqueueMany("default", 200);

        start();
        awaitIdle();

        assertThat(handled).hasSize(200).doesNotHaveDuplicates();
        assertThat(most).hasValue(10);
        assertThat(count(DEFAULT.processed())).isEqualTo(200);
    }

    @Test
    void no_more_tasks_are_taken_than_can_run() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel("default", 3, delivery -> release.await());
        enqueueMany("default", 10);

        start();
        awaitHandled("default-0", "default-1", "default-2");

        assertThat(redis.llen(DEFAULT.active())).isEqualTo(3);
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(7);
        assertThat(worker.inFlight()).isEqualTo(3);
        release.countDown();
        awaitIdle();
    }

    @Test
    void a_worker_without_free_lanes_asks_for_nothing() throws Exception {
        channel("default", 0, delivery -> {});
        enqueueMany("default", 1);
        start();
        Channel late = channels.get(0);

        HandlerLane.open(late, 1, delivery -> handled.add(delivery.message().id()), pool);

        awaitHandled("default-0");
    }

    @Test
    void a_paused_queue_waits_and_goes_on() throws Exception {
        config.taskCheckInterval(Duration.ofMillis(20));
        channel(Map.of("default", 1, "other", 1), "", 2, POLICY, delivery -> {});
        redis.set(DEFAULT.paused(), "1");
        enqueueMany("default", 3);
        enqueueMany("other", 3);

        start();
        awaitHandled("other-0", "other-1", "other-2");
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(3);
        assertThat(handled).isEmpty();

        redis.del(DEFAULT.paused());
        awaitHandled("default-0", "default-1", "default-2");
    }

    @Test
    void a_strict_worker_empties_the_higher_queue_first() throws Exception {
        config.strictPriority(true);
        channel(Map.of("high", 2, "low", 1), "", 1, POLICY, delivery -> {});
        enqueueMany("low", 20);
        enqueueMany("high", 20);

        start();

        for (int i = 0; i < 40; i++) {
            assertThat(handled.poll(20, TimeUnit.SECONDS)).isEqualTo((i < 20 ? "high-" : "low-") + i % 20);
        }
    }

    @Test
    void a_weighted_worker_gives_every_queue_its_share() throws Exception {
        channel(Map.of("high", 3, "low", 1), "", 1, POLICY, delivery -> {});
        enqueueMany("low", 1_000);
        enqueueMany("high", 1_000);

        start();

        int high = 0;
        for (int i = 0; i < 400; i++) {
            high += handled.poll(20, TimeUnit.SECONDS).startsWith("high") ? 1 : 0;
        }
        // 300 expected, five standard deviations allowed
        assertThat(high).isBetween(255, 345);
    }

    @Test
    @Timeout(20)
    void a_task_is_run_at_once_whichever_of_the_queues_it_is_in() throws Exception {
        config.taskCheckInterval(Duration.ofMinutes(1));
        channel(Map.of("a", 1, "b", 1, "c", 1), "", 1, POLICY, delivery -> {});
        for (int i = 0; i < 20; i++) {
            enqueueMany("a", 1);
            Worker started = start(broker, channels);
            awaitHandled("a-0");
            started.shutdown(Duration.ofSeconds(5));
        }
    }

    @Test
    void what_a_handler_leaves_on_its_thread_is_not_the_next_ones() throws Exception {
        AtomicInteger interrupted = new AtomicInteger();
        channel("default", 1, delivery -> {
            interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
            Thread.currentThread().interrupt();
        });
        enqueueMany("default", 3_000);

        start();
        awaitIdle();

        assertThat(handled).hasSize(3_000);
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void each_type_goes_to_its_own_channel() throws Exception {
        Map<String, String> where = new ConcurrentHashMap<>();
        for (String prefix : List.of("", "email:", "email:welcome")) {
            channel(Map.of("default", 1), prefix, 1, POLICY, d -> where.put(d.message().type(), prefix));
        }
        for (String type : List.of("email:welcome:now", "email:bye", "report")) {
            client.enqueue(Task.of(type, "{}").id(type));
        }

        start();
        awaitIdle();

        assertThat(where).isEqualTo(
                Map.of("email:welcome:now", "email:welcome", "email:bye", "email:", "report", ""));
    }

    @Test
    void tasks_for_a_channel_without_a_free_lane_wait_until_one_is_free() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel(Map.of("default", 1), "slow", 1, POLICY, delivery -> release.await());
        channel(Map.of("default", 1), "fast", 4, POLICY, delivery -> {});
        for (int i = 0; i < 3; i++) {
            client.enqueue(Task.of("slow", "{}").id("slow-" + i));
            client.enqueue(Task.of("fast", "{}").id("fast-" + i));
        }

        start();
        awaitHandled("slow-0", "fast-0", "fast-1", "fast-2");
        release.countDown();

        awaitHandled("slow-1", "slow-2");
        awaitIdle();
    }

    @Test
    void two_workers_share_a_queue_and_no_task_runs_twice() throws Exception {
        Set<String> first = ConcurrentHashMap.newKeySet();
        Set<String> second = ConcurrentHashMap.newKeySet();
        channel("default", 5, delivery -> first.add(delivery.message().id()));
        start();
        channels.clear();
        channel("default", 5, delivery -> second.add(delivery.message().id()));
        Broker another = connected(TestRedis.SINGLE.url());
        start(another, channels);

        for (int i = 0; i < 10; i++) {
            List<Task<String>> tasks = new ArrayList<>();
            for (int k = 0; k < 200; k++) {
                tasks.add(Task.of("email:welcome", "{}").id("t" + i + "-" + k));
            }
            client.enqueueAll(tasks);
        }
        awaitIdle();

        assertThat(handled).hasSize(2_000).doesNotHaveDuplicates();
        await().untilAsserted(() -> assertThat(count(DEFAULT.processed())).isEqualTo(2_000));
        assertThat(first).noneMatch(second::contains);
        assertThat(first.size() + second.size()).isEqualTo(2_000);
        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).isEmpty();
    }
}
