package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Types that no channel handles stay in the queue for the peers that do. */
class ForeignTypesTest extends WorkerTest {

    private static final int MANY = 10_000;

    @BeforeEach
    void handle_emails() {
        channel(Map.of("default", 1), "email:", 2, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), d -> {});
    }

    private void enqueueForeign() {
        client.enqueueAll(
                IntStream.range(0, MANY).mapToObj(i -> Task.of("report", "{}").id("f" + i).maxRetry(0)).toList());
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_peer_that_knows_them_gets_them_all() throws Exception {
        start();
        enqueueForeign();
        enqueue("own");
        awaitHandled("own");

        try (StockPeer peer = new StockPeer("default", 10, Duration.ZERO)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> peer.handled().size() >= MANY);
            assertThat(peer.handled()).doesNotHaveDuplicates().doesNotContain("own");
        }
        assertThat(redis.exists(DEFAULT.pending(), DEFAULT.retry(), DEFAULT.active())).isZero();
    }

    @Test
    void own_tasks_behind_many_of_them_are_found_and_looking_costs_redis_little() throws Exception {
        enqueueForeign();
        start();
        enqueue("first");
        awaitHandled("first");
        awaitActive(0);

        redis.configResetStat();
        long begin = System.nanoTime();
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            long pushed = System.nanoTime();
            enqueue("own" + i);
            awaitHandled("own" + i);
            millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - pushed));
            client.enqueue(Task.of("report", "{}").id("late" + i));
        }

        // a lane and a push each time; a look through all of them would be 20,000 more
        assertThat(WakingUpTest.calls(redis, "hget")).as("tasks looked at in " + millis + " ms, "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) + " ms in all").isLessThan(10_000);
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(MANY + 30);
    }

    @Test
    void in_front_of_them_an_idle_worker_does_nothing() throws Exception {
        enqueueForeign();
        start();
        enqueue("first");
        awaitHandled("first");
        await().untilAsserted(() -> assertThat(broker.queueChanges().isTracking()).isTrue());
        awaitActive(0);
        pings(2_000);
        redis.configResetStat();

        pings(10_000);

        assertThat(WakingUpTest.calls(redis, "evalsha")).isLessThan(5);
        assertThat(WakingUpTest.calls(redis, "hget")).isLessThan(100);
    }

    @Test
    @SomeDays(oneIn = 3)
    void many_of_them_in_one_queue_do_not_delay_another_queue() throws Exception {
        for (int i = 0; i < 6; i++) {
            client.enqueueAll(Collections.nCopies(MANY, Task.of("report", "{}")));
        }
        enqueue("behind");
        client.enqueueAll(Collections.nCopies(200, Task.of("email:welcome", "{}").queue("other")));
        channel(Map.of("other", 1), "email:", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), d -> {});
        start();

        // it is found seconds later, when all in front of it were read
        int before = 0;
        while (!"behind".equals(handled.poll(60, TimeUnit.SECONDS))) {
            before++;
        }
        assertThat(before).as("tasks of the other queue that were handled by then").isEqualTo(200);
    }

    private void awaitActive(int count) {
        await().untilAsserted(() -> assertThat(redis.llen(DEFAULT.active())).isEqualTo(count));
    }
}
