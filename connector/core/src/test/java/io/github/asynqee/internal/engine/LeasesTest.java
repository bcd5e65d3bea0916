package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeasesTest extends WorkerTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);

    private final ManualClock clock = ManualClock.startingAt(T0);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @BeforeEach
    void manualTime() {
        config.heartbeatInterval(Duration.ofMillis(10));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
    }

    private void handlerWaits() {
        channel("default", 1, delivery -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        });
    }

    private double lease(String id) {
        Double score = redis.zscore(DEFAULT.lease(), id);
        return score == null ? 0 : score;
    }

    @Test
    void a_long_task_keeps_its_lease_and_is_done_at_last() throws Exception {
        handlerWaits();
        enqueue("t1");
        start();
        awaitHandled("t1");

        for (int beat = 1; beat <= 20; beat++) {
            clock.advance(Duration.ofSeconds(20));
            double expected = T0.getEpochSecond() + 20 * beat + 30;
            await().untilAsserted(() -> assertThat(lease("t1")).isEqualTo(expected));
        }
        release.countDown();
        awaitIdle();

        assertThat(redis.exists(DEFAULT.task("t1"))).isFalse();
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void a_handler_whose_task_was_taken_over_is_interrupted_and_writes_nothing() throws Exception {
        handlerWaits();
        enqueue("t1");
        start();
        awaitHandled("t1");

        redis.zadd(DEFAULT.lease(), 2_000_009_999d, "t1");
        KeySpace takenOver = KeySpace.dump(TestRedis.SINGLE).ofQueue("default");
        awaitSignal(interrupted);
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());

        KeySpace.dump(TestRedis.SINGLE).ofQueue("default").assertSameAs(takenOver);
        release.countDown();
        enqueue("next");
        awaitHandled("next");
    }

    @Test
    void a_lease_that_could_not_be_extended_in_time_is_given_up() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        handlerWaits();
        enqueue("t1");
        start();
        awaitHandled("t1");

        network.cut();
        do {
            // an extension that is being sent takes the new time
            clock.advance(Duration.ofSeconds(31));
        } while (!interrupted.await(2, TimeUnit.SECONDS));
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());

        assertThat(lease("t1")).isLessThan(clock.instant().getEpochSecond());
        assertThat(state("t1")).isEqualTo("active");
    }

    @Test
    void a_lease_that_looks_expired_but_is_still_there_is_extended() throws Exception {
        AtomicReference<Duration> step = new AtomicReference<>(Duration.ZERO);
        handlerWaits();
        enqueue("t1");
        worker = start(Interception.ofWorkerCommands(broker, (method, args) -> {
            // just before an extension, because a lease that expires during one is given up
            if (method.getName().equals("extend")) {
                clock.advance(step.getAndSet(Duration.ZERO));
            }
            return null;
        }), channels);
        awaitHandled("t1");

        step.set(Duration.ofMinutes(20));
        await().untilAsserted(() -> assertThat(lease("t1")).isEqualTo(T0.getEpochSecond() + 1_230d));
        release.countDown();
        awaitIdle();

        assertThat(interrupted.getCount()).isEqualTo(1);
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
        assertThat(redis.exists(DEFAULT.task("t1"))).isFalse();
    }

    @Test
    void a_completion_is_tried_again_after_a_broken_connection() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        channel("default", 5, delivery -> release.await());
        for (int i = 0; i < 5; i++) {
            enqueue("t" + i);
        }
        start();
        awaitHandled("t0", "t1", "t2", "t3", "t4");

        network.cut();
        release.countDown();
        clock.advance(Duration.ofSeconds(20));
        await().untilAsserted(() -> assertThat(network.refused()).isGreaterThan(2));
        assertThat(redis.llen(DEFAULT.active())).isEqualTo(5);
        network.heal();

        awaitIdle();
        assertThat(count(DEFAULT.processed())).isEqualTo(5);
        assertThat(count(DEFAULT.failed())).isZero();
        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).isEmpty();
    }

    @Test
    void a_completion_whose_answer_was_lost_counts_once() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        config.heartbeatInterval(Duration.ofSeconds(10));
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t1")) {
                release.await();
            }
        });
        // once before, so that Redis has the script, and the lost answer is not that it does not
        enqueue("t0");
        start();
        awaitHandled("t0");
        awaitIdle();
        enqueue("t1");
        awaitHandled("t1");

        CountDownLatch lost = network.loseNextReplyTo("asynq:{default}:processed");
        release.countDown();
        awaitSignal(lost);
        awaitIdle();

        assertThat(count(DEFAULT.processed())).isEqualTo(2);
        enqueue("t2");
        awaitHandled("t2");
    }

    @Test
    void a_completion_is_given_up_when_the_lease_has_ended() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");

        network.cut();
        clock.advance(Duration.ofSeconds(29));
        release.countDown();
        clock.advance(Duration.ofSeconds(2));
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        network.heal();

        enqueue("t2");
        awaitHandled("t2");
        assertThat(state("t1")).isEqualTo("active");
    }

    @Test
    void a_task_of_a_dead_worker_is_recovered_and_counted_as_a_failure() throws Exception {
        enqueue("t1");
        try (Broker dead = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock)) {
            assertThat(dead.workerCommands().dequeue("default", 1).leases()).hasSize(1);
        }
        config.recoveryInterval(Duration.ofMillis(10));
        channel("default", 1, delivery -> {});
        start();

        clock.advance(Duration.ofSeconds(60));
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("retry"));

        assertThat(stored("t1").errorMessage()).isEqualTo("asynq: task lease expired");
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(count(DEFAULT.failed())).isEqualTo(1);
        assertThat(handled).isEmpty();
    }
}
