package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.ServerState;
import io.github.asynqee.Task;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** The start and end of a worker, and the events that it publishes. */
class LifeCycleTest extends WorkerTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final CountDownLatch release = new CountDownLatch(1);
    /** The names of the worker's threads in the order they ended. */
    private final List<String> ended = new CopyOnWriteArrayList<>();
    private final Set<Thread> alive = ConcurrentHashMap.newKeySet();

    private final AtomicInteger made = new AtomicInteger();

    private void recordThreads() {
        config.threads(work -> {
            made.incrementAndGet();
            Thread thread = new Thread(() -> {
                alive.add(Thread.currentThread());
                work.run();
                ended.add(Thread.currentThread().getName());
                alive.remove(Thread.currentThread());
            });
            thread.setDaemon(true);
            return thread;
        });
    }

    private ServerInfo server() {
        assertThat(broker.servers().servers()).hasSize(1);
        return broker.servers().servers().get(0);
    }

    @Test
    void a_worker_is_started_once() {
        channel("default", 1, delivery -> {});
        Worker once = new Worker(broker, config.build(), channels);
        assertThat(once.state()).isEqualTo(ServerState.NEW);
        once.stopFetching();
        assertThat(once.state()).isEqualTo(ServerState.NEW);

        once.start();
        assertThat(once.state()).isEqualTo(ServerState.ACTIVE);
        assertThatThrownBy(once::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("running");

        once.stopFetching();
        assertThat(once.state()).isEqualTo(ServerState.STOPPED);
        assertThatThrownBy(once::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("shutdown");

        once.shutdown(FIVE_SECONDS);
        assertThat(once.state()).isEqualTo(ServerState.CLOSED);
        once.stopFetching();
        once.shutdown(FIVE_SECONDS);
        assertThat(once.state()).isEqualTo(ServerState.CLOSED);
        assertThatThrownBy(once::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void a_worker_that_was_shut_down_before_it_started_does_not_start() {
        Worker never = new Worker(broker, config.build(), channels);

        never.shutdown(FIVE_SECONDS);

        assertThatThrownBy(never::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void others_see_what_the_worker_is_and_what_it_runs() throws Exception {
        Instant now = Instant.parse("2033-05-18T03:33:20.123456789Z");
        ManualClock clock = ManualClock.startingAt(now);
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        config.strictPriority(true).heartbeatInterval(Duration.ofMillis(10));
        channel(Map.of("default", 6, "low", 1), "", 3, FailurePolicy.of(RetryDelay.fixed(HOUR)), delivery -> {
            if (delivery.message().id().equals("t1")) {
                release.await();
            }
        });
        channel("other", 4, delivery -> {});
        client.enqueue(Task.of("email:welcome", "{\"a\":1}").id("t1").timeout(Duration.ofSeconds(30)));
        enqueue("t2");
        start();
        awaitHandled("t1", "t2");

        await().untilAsserted(() -> assertThat(broker.servers().workers()).hasSize(1));
        ServerInfo server = server();
        WorkerInfo running = broker.servers().workers().get(0);
        assertThat(server.host()).isNotBlank();
        assertThat(server.pid()).isEqualTo((int) ProcessHandle.current().pid());
        assertThat(server.concurrency()).isEqualTo(7);
        assertThat(server.queues()).isEqualTo(Map.of("default", 6, "low", 1, "other", 1));
        assertThat(server.strictPriority()).isTrue();
        assertThat(server.status()).isEqualTo("active");
        assertThat(server.startTime()).isEqualTo(now);
        assertThat(running.host()).isEqualTo(server.host());
        assertThat(running.pid()).isEqualTo(server.pid());
        assertThat(running.serverId()).isEqualTo(server.serverId()).isNotBlank();
        assertThat(running.taskId()).isEqualTo("t1");
        assertThat(running.taskType()).isEqualTo("email:welcome");
        assertThat(new String(running.taskPayload())).isEqualTo("{\"a\":1}");
        assertThat(running.queue()).isEqualTo("default");
        assertThat(running.startTime()).isEqualTo(now);
        assertThat(running.deadline()).isEqualTo(now.plusSeconds(30));
        await().untilAsserted(() -> assertThat(server().activeWorkers()).isEqualTo(1));
        String key = "asynq:servers:{" + server.host() + ":" + server.pid() + ":" + server.serverId() + "}";
        assertThat(redis.zscore("asynq:servers", key)).isEqualTo(2_000_000_010);
        assertThat(redis.ttl(key)).isBetween(1L, 10L);

        release.countDown();
        await().untilAsserted(() -> {
            assertThat(broker.servers().workers()).isEmpty();
            assertThat(server().activeWorkers()).isZero();
        });
    }

    @Test
    void no_deadline_is_too_far_to_be_published() throws Exception {
        config.heartbeatInterval(Duration.ofMillis(10));
        channel("default", 1, delivery -> release.await());
        client.enqueue(Task.of("slow", "{}").id("t1").timeout(Duration.ofSeconds(Long.MAX_VALUE)));
        start();

        await().untilAsserted(() -> assertThat(broker.servers().workers()).extracting(WorkerInfo::deadline)
                .containsExactly(Instant.parse("9999-12-31T23:59:59Z")));
        release.countDown();
    }

    @Test
    void a_task_that_is_held_for_a_lane_is_not_shown_as_running() throws Exception {
        config.heartbeatInterval(Duration.ofMillis(10));
        int running = startWithTasksHeld(release);

        await().untilAsserted(() -> assertThat(broker.servers().workers()).extracting(WorkerInfo::taskId)
                .containsExactly("t" + running));
        assertThat(worker.inFlight()).isGreaterThan(1);
        release.countDown();
    }

    @Test
    @Timeout(8)
    void each_state_is_published_at_once_and_the_end_clears_all() throws Exception {
        config.heartbeatInterval(Duration.ofSeconds(10));
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        await().untilAsserted(() -> assertThat(server().status()).isEqualTo("active"));

        worker.stopFetching();
        await().untilAsserted(() -> assertThat(server().status()).isEqualTo("stopped"));
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(() -> worker.shutdown(HOUR));
        await().untilAsserted(() -> assertThat(server().status()).isEqualTo("closed"));
        release.countDown();

        shutdown.get(20, TimeUnit.SECONDS);
        assertThat(redis.keys("asynq:servers*")).isEmpty();
        assertThat(redis.keys("asynq:workers*")).isEmpty();
    }

    @Test
    void a_stopped_worker_goes_on_with_its_duties() throws Exception {
        channel("default", 1, delivery -> {});
        start();
        worker.stopFetching();

        client.enqueue(Task.of("email:welcome", "{}").id("t1").processIn(Duration.ofSeconds(1)));

        await().untilAsserted(() -> assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("t1"));
        assertThat(handled).isEmpty();
    }

    @Test
    void leases_are_kept_while_running_tasks_are_waited_for() throws Exception {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        config.heartbeatInterval(Duration.ofMillis(10));
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(() -> worker.shutdown(HOUR));
        await().untilAsserted(() -> assertThat(worker.state()).isEqualTo(ServerState.CLOSED));

        for (int i = 1; i <= 5; i++) {
            clock.advance(Duration.ofSeconds(20));
            double expected = 2_000_000_030 + 20 * i;
            await().untilAsserted(() -> assertThat(redis.zscore(DEFAULT.lease(), "t1")).isEqualTo(expected));
        }
        release.countDown();

        shutdown.get(20, TimeUnit.SECONDS);
        assertThat(redis.exists(DEFAULT.task("t1"))).isFalse();
    }

    @Test
    void all_ends_in_asynqs_order() {
        recordThreads();
        config.healthCheckInterval(HOUR).healthCheck(error -> {});
        channel("default", 1, delivery -> {});
        start();
        await().untilAsserted(() -> assertThat(broker.queueChanges().isTracking()).isTrue());
        await().untilAsserted(() -> assertThat(alive).hasSize(made.get()));

        worker.shutdown(FIVE_SECONDS);

        for (String service : List.of("asynq-cancellations", "asynq-janitor", "asynq-health")) {
            assertThat(ended).containsSubsequence("asynq-forwarder", "asynq-fetcher", "asynq-recoverer",
                    "asynq-completer", service, "asynq-heartbeat", "asynq-key-changes", "asynq-key-watch");
        }
        assertThat(ended).containsSubsequence("asynq-completer", "asynq-leases", "asynq-heartbeat")
                .hasSize(made.get());
        assertThat(alive).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2, 4, 6, 7, 9, 11, 12 })
    void a_worker_that_cannot_start_all_its_threads_ends_those_it_started(int possible) {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        // threads that receive notifications are made by other threads than the starting thread
        config.healthCheck(error -> {}).threads(work -> {
            synchronized (threads) {
                if (threads.size() == possible) {
                    throw new IllegalStateException("no more threads");
                }
                Thread thread = new Thread(work);
                threads.add(thread);
                return thread;
            }
        });
        channels.add(new Channel(new ChannelConfig("groups", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(HOUR)), GroupConfig.DEFAULT)));
        Worker poor = new Worker(broker, config.build(), channels);

        assertThatThrownBy(poor::start).hasMessage("no more threads");

        assertThat(threads).hasSize(possible);
        await().untilAsserted(() -> assertThat(threads).noneMatch(Thread::isAlive));
        assertThat(poor.state()).isEqualTo(ServerState.CLOSED);
        poor.shutdown(FIVE_SECONDS);
        assertThat(broker.servers().servers()).isEmpty();
    }

    @Test
    void an_interrupted_shutdown_runs_all_steps_and_stays_interrupted() throws Exception {
        recordThreads();
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread shutdown = new Thread(() -> {
            Thread.currentThread().interrupt();
            worker.shutdown(HOUR);
            interrupted.complete(alive.isEmpty() && Thread.currentThread().isInterrupted());
        });

        shutdown.start();
        await().untilAsserted(() -> assertThat(ended).contains("asynq-fetcher"));
        await().untilAsserted(() -> assertThat(shutdown.getState()).isEqualTo(Thread.State.TIMED_WAITING));
        release.countDown();

        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(redis.exists(DEFAULT.task("t1"))).isFalse();
    }

    @Test
    void an_interrupt_ends_the_wait_for_running_tasks() throws Exception {
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        Thread shutdown = new Thread(() -> worker.shutdown(HOUR));
        shutdown.start();

        await().untilAsserted(() -> {
            shutdown.interrupt();
            assertThat(shutdown.isAlive()).isFalse();
        });

        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("pending"));
    }

    @Test
    void a_worker_that_has_ended_leaves_no_connection_of_its_own() {
        try (EmbeddedRedis own = EmbeddedRedis.start(); Jedis observer = TestRedis.connect(own)) {
            broker = connected(own.url());
            channel("default", 1, delivery -> {});
            start();
            await().untilAsserted(
                    () -> assertThat(observer.clientList()).containsPattern("flags=\\w*t").contains(" sub=1 "));

            worker.shutdown(FIVE_SECONDS);
            broker.close();

            await().untilAsserted(() -> assertThat(observer.clientList().lines()).hasSize(1));
        }
    }

    @Test
    void while_the_registry_cannot_be_written_leases_are_kept_and_tasks_run() throws Exception {
        config.heartbeatInterval(Duration.ofMillis(10));
        redis.set("asynq:servers", "other");
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        start();
        awaitHandled("t1");
        double first = redis.zscore(DEFAULT.lease(), "t1");

        await().untilAsserted(() -> assertThat(redis.zscore(DEFAULT.lease(), "t1")).isGreaterThan(first));
        release.countDown();
        awaitIdle();
        assertThat(redis.get("asynq:servers")).isEqualTo("other");
    }

    @Test
    void a_registry_write_that_hangs_keeps_no_lease_waiting() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        config.heartbeatInterval(Duration.ofMillis(10));
        TcpProxy.HeldRequest held = network.holdNext("asynq:servers:{");
        channel("default", 1, delivery -> release.await());
        start();
        awaitSignal(held.arrived());

        enqueue("t1");
        awaitHandled("t1");
        double first = redis.zscore(DEFAULT.lease(), "t1");
        await().untilAsserted(() -> assertThat(redis.zscore(DEFAULT.lease(), "t1")).isGreaterThan(first));

        held.released().countDown();
        release.countDown();
        awaitIdle();
    }

    @Test
    void redis_is_checked_periodically() throws Exception {
        LinkedBlockingQueue<Optional<BrokerException>> told = new LinkedBlockingQueue<>();
        config.healthCheckInterval(Duration.ofMillis(1)).healthCheck(told::add);
        channel("default", 1, delivery -> {});

        start();

        assertThat(told.poll(20, TimeUnit.SECONDS)).isEmpty();
        assertThat(told.poll(20, TimeUnit.SECONDS)).isEmpty();
    }
}
