package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

class ShutdownTest extends WorkerTest {

    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void running_tasks_are_requeued_to_the_head_in_order_without_using_a_retry() throws Exception {
        // all are taken at the same moment
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()),
                ManualClock.startingAt("2033-05-18T03:33:20Z")));
        Semaphore interrupted = new Semaphore(0);
        channel("default", 9, delivery -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.release();
            }
        });
        for (int i = 1; i <= 9; i++) {
            client.enqueue(Task.of("email:welcome", "{}").id("t" + i).maxRetry(3));
        }
        start();
        awaitHandled("t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9");
        enqueue("waiting");

        worker.shutdown(Duration.ofMillis(50));

        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("waiting", "t9", "t8", "t7", "t6", "t5",
                "t4", "t3", "t2", "t1");
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero();
        assertThat(stored("t1").retried()).isZero();
        assertThat(stored("t1").errorMessage()).isEmpty();
        assertThat(state("t1")).isEqualTo("pending");
        assertThat(count(DEFAULT.processed())).isZero();
        assertThat(interrupted.tryAcquire(9, 20, TimeUnit.SECONDS)).isTrue();
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(10);
    }

    @Test
    void tasks_that_end_in_time_are_done_and_no_new_one_is_taken() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel("default", 2, delivery -> release.await());
        enqueue("t1");
        enqueue("t2");
        start();
        awaitHandled("t1", "t2");
        enqueue("t3");

        worker.stopFetching();
        release.countDown();
        worker.shutdown(Duration.ofSeconds(20));

        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("t3");
        assertThat(redis.exists(DEFAULT.active())).isFalse();
        assertThat(count(DEFAULT.processed())).isEqualTo(2);
        assertThat(handled).isEmpty();
    }

    @Test
    void a_stopped_worker_leaves_no_thread_and_no_connection() throws Exception {
        broker = connected(TestRedis.SINGLE.url());
        List<String> before = asynqThreads();
        channel("default", 2, delivery -> {});
        enqueue("t1");
        start();
        awaitHandled("t1");
        awaitIdle();

        worker.shutdown(FIVE_SECONDS);

        await().untilAsserted(() -> assertThat(asynqThreads()).isEqualTo(before));
        assertThat(redis.info("clients")).contains("blocked_clients:0");
    }

    private static List<String> asynqThreads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("asynq-") && !name.equals("asynq-enqueue")).sorted().toList();
    }

    @Test
    void a_shutdown_while_redis_is_down_ends_in_time() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        channel("default", 1, delivery -> never.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        network.cut();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> worker.shutdown(Duration.ofMillis(50)));

        assertThat(stopped).succeedsWithin(Duration.ofSeconds(4));
        // pending if the last call reached Redis and its answer did not reach the worker
        assertThat(state("t1")).isIn("active", "pending");
    }

    @Test
    void a_running_task_gets_its_time_and_its_outcome_is_written_if_redis_answers_again() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url() + "?command-timeout=1s");
        CountDownLatch release = new CountDownLatch(1);
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        network.swallow();

        CompletableFuture<Void> stopped = CompletableFuture
                .runAsync(() -> worker.shutdown(Duration.ofSeconds(30)), pool);
        assertThat(stopped).as("while the task runs").failsWithin(Duration.ofSeconds(3));
        network.heal();
        release.countDown();

        assertThat(stopped).succeedsWithin(Duration.ofSeconds(20));
        assertThat(redis.exists(DEFAULT.active(), DEFAULT.task("t1"))).isZero();
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
    }

    @Test
    void nothing_is_waited_for_if_only_outcomes_are_left_and_redis_does_not_answer() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        for (Runnable fault : List.<Runnable>of(network::swallow, network::cut)) {
            broker = connected(network.url());
            CountDownLatch release = new CountDownLatch(1);
            channels.clear();
            channel("default", 1, delivery -> release.await());
            start();
            enqueue("t1");
            awaitHandled("t1");
            fault.run();
            release.countDown();

            CompletableFuture<Void> stopped = CompletableFuture
                    .runAsync(() -> worker.shutdown(Duration.ofSeconds(30)), pool);

            assertThat(stopped).succeedsWithin(Duration.ofSeconds(4));
            assertThat(state("t1")).isEqualTo("active");
            network.heal();
            redis.flushAll();
        }
    }

    @Test
    void all_threads_share_the_time_of_a_stop_if_redis_answers_late() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        channel("default", 1, delivery -> never.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        network.delay(Duration.ofMillis(1_400));

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> {
            worker.shutdown(Duration.ZERO);
            client.close();
            broker.close();
        }, pool);

        assertThat(stopped).succeedsWithin(Duration.ofMillis(2_500));
    }

    @Test
    void a_close_ends_calls_that_redis_does_not_answer() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        RedisBroker own = closedLater(
                RedisBroker.connect(RedisConfig.of(network.url() + "?command-timeout=1m&connect-timeout=1m")));
        DefaultAsynqClient sender = DefaultAsynqClient.of(own);
        sender.enqueue(Task.of("email:welcome", "{}"));
        network.swallow();
        CompletableFuture<Void> sending = CompletableFuture
                .runAsync(() -> sender.enqueue(Task.of("email:welcome", "{}")), pool);
        await().until(own::isSilent);

        own.close();

        assertThat(sending).failsWithin(Duration.ofSeconds(5)).withThrowableThat()
                .withCauseInstanceOf(EnqueueAmbiguousException.class);
    }

    @Test
    void no_handler_is_called_for_a_task_that_comes_when_the_worker_is_closed() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Void> late = new CompletableFuture<>();
        channel("default", 1, delivery -> {});
        worker = start(Interception.ofWorkerCommands(broker, (method, args) -> {
            if (method.getName().equals("dequeue")) {
                asked.countDown();
                late.join();
            }
            return null;
        }), channels);
        enqueue("t1");
        awaitSignal(asked);

        worker.shutdown(Duration.ZERO);
        late.complete(null);

        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("active"));
        await().until(() -> asynqThreads().stream().noneMatch(name -> name.equals("asynq-fetcher")));
        assertThat(handled).isEmpty();
    }

    @Test
    void a_worker_that_was_never_started_can_be_stopped() {
        channel("default", 1, delivery -> {});
        Worker idle = new Worker(broker, config.build(), channels);

        idle.shutdown(FIVE_SECONDS);

        assertThat(idle.inFlight()).isZero();
    }
}
