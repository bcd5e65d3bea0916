package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskCompleted;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.event.TaskRequeued;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.event.TaskRevoked;
import io.github.asynqee.event.TaskStarted;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.DeadlineExceededException;
import io.github.asynqee.worker.LeaseExpiredException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class TaskEventsOfWorkerTest extends WorkerTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private final BlockingQueue<TaskEvent> told = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void listen() {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        config.listener(event -> {
            if (!(event instanceof TaskStarted)) {
                told.add(event);
            }
        }).heartbeatInterval(Duration.ofMillis(10));
    }

    private <T extends TaskEvent> T next(Class<T> type) throws InterruptedException {
        TaskEvent event = told.poll(20, TimeUnit.SECONDS);
        assertThat(event).isInstanceOf(type);
        return type.cast(event);
    }

    private void failing(Throwable error, int maxRetry) {
        channel("default", 1, delivery -> {
            if (error instanceof Exception exception) {
                throw exception;
            }
        });
        client.enqueue(Task.of("email:welcome", "{}").id("t1").maxRetry(maxRetry));
        start();
    }

    @Test
    void the_event_of_a_success_follows_its_write_and_has_the_duration() throws Exception {
        config.listener(event -> {
            if (event instanceof TaskStarted) {
                return;
            }
            try (Jedis own = TestRedis.SINGLE.connect()) {
                assertThat(own.exists(DEFAULT.task("t1"))).isFalse();
            }
            told.add(event);
        });
        channel("default", 1, delivery -> clock.advance(Duration.ofSeconds(7)));
        enqueue("t1");

        start();

        assertThat(next(TaskCompleted.class).duration()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void the_event_of_a_start_comes_before_the_handler() throws Exception {
        BlockingQueue<TaskEvent> all = new LinkedBlockingQueue<>();
        BlockingQueue<TaskEvent> whenHandled = new LinkedBlockingQueue<>();
        config.listener(all::add);
        channel("default", 1, delivery -> whenHandled.addAll(all));
        enqueue("t1");

        start();

        TaskEvent first = whenHandled.poll(20, TimeUnit.SECONDS);
        assertThat(first).isInstanceOf(TaskStarted.class);
        assertThat(((TaskStarted) first).task().id()).isEqualTo("t1");
    }

    @Test
    void the_event_of_a_failure_comes_at_once_that_of_its_outcome_after_the_write() throws Exception {
        Exception boom = new Exception("boom");
        failing(boom, 3);

        assertThat(next(TaskFailed.class).error()).isSameAs(boom);
        assertThat(next(TaskRetried.class).error()).isEqualTo("boom");
        awaitIdle();
        assertThat(told).isEmpty();
    }

    @Test
    void the_last_failure_is_followed_by_the_archive() throws Exception {
        failing(new Exception("boom"), 0);

        next(TaskFailed.class);
        assertThat(next(TaskArchived.class).error()).isEqualTo("boom");
    }

    @Test
    void a_revocation_is_a_failure_too() throws Exception {
        failing(new RevokeTaskException(), 3);

        next(TaskFailed.class);
        next(TaskRevoked.class);
    }

    @Test
    void a_timeout_is_a_failure() throws Exception {
        channel("default", 1, delivery -> release.await());
        client.enqueue(Task.of("email:welcome", "{}").id("t1").timeout(Duration.ofSeconds(5)));
        start();
        awaitHandled("t1");
        clock.advance(Duration.ofSeconds(6));

        assertThat(next(TaskFailed.class).error()).isInstanceOf(DeadlineExceededException.class);
        next(TaskRetried.class);
    }

    @Test
    void a_lost_lease_is_a_failure_of_which_nothing_is_written() throws Exception {
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        redis.zadd(DEFAULT.lease(), 2_000_009_999d, "t1");

        assertThat(next(TaskFailed.class).error()).isInstanceOf(LeaseExpiredException.class);
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        assertThat(told).isEmpty();
    }

    @Test
    void a_task_requeued_at_the_end_is_an_event_and_no_failure() throws Exception {
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");

        worker.shutdown(Duration.ofMillis(1));

        next(TaskRequeued.class);
        assertThat(told).isEmpty();
    }

    @Test
    void an_outcome_written_with_an_ambiguous_result_is_one_event() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t1")) {
                release.await();
            }
        });
        start();
        // the server knows the script from then on, so that the call that is not answered is executed
        enqueue("before");
        next(TaskCompleted.class);
        enqueue("t1");
        awaitHandled("before", "t1");

        CountDownLatch lost = network.loseNextReplyTo("asynq:{default}:processed");
        release.countDown();
        awaitSignal(lost);

        next(TaskCompleted.class);
        awaitIdle();
        assertThat(told).isEmpty();
    }

    @Test
    void an_outcome_not_written_because_the_lease_is_lost_is_no_event() throws Exception {
        config.heartbeatInterval(Duration.ofSeconds(10));
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t1")) {
                redis.zadd(DEFAULT.lease(), 2_000_009_999d, "t1");
            }
        });
        enqueue("t1");
        start();
        awaitHandled("t1");
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        enqueue("t2");

        assertThat(next(TaskCompleted.class).task().id()).isEqualTo("t2");
    }

    @Test
    void a_recovered_task_is_an_event() throws Exception {
        enqueue("t1");
        try (Broker dead = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock)) {
            assertThat(dead.workerCommands().dequeue("default", 1).leases()).hasSize(1);
        }
        config.recoveryInterval(Duration.ofMillis(10));
        channel("default", 1, delivery -> {});
        start();
        clock.advance(Duration.ofSeconds(60));

        assertThat(next(TaskRecovered.class).recoveries()).isEqualTo(1);
        next(TaskRetried.class);
    }

    @Test
    void a_task_that_cannot_be_decoded_is_archived_without_an_attempt() throws Exception {
        redis.hset(DEFAULT.task("broken").getBytes(), "msg".getBytes(), new byte[]{ (byte) 0xff });
        redis.lpush(DEFAULT.pending(), "broken");
        channel("default", 1, delivery -> {});
        start();

        assertThat(next(TaskArchived.class).task().id()).isEqualTo("broken");
    }

    @Test
    void a_listener_that_fails_harms_no_task() throws Exception {
        config.listener(event -> {
            throw new AssertionError("defect");
        });
        failing(new Exception("boom"), 3);
        awaitIdle();

        assertThat(state("t1")).isEqualTo("retry");
        enqueue("t2");
        awaitHandled("t1", "t2");
    }
}
