package io.github.asynqee.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.CallException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Callers that wait while another Redis becomes the master of their queue, by a fail-over or because its slot moves. */
@Timeout(120)
class CallMovesTest {

    private static final QueueKeys QUEUE = QueueKeys.of("default");
    private static final int CALLS = 12;
    /** A result that comes earlier was notified. */
    private static final Duration LONG = Duration.ofSeconds(90);

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private DefaultAsynqClient client;

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        while (!open.isEmpty()) {
            open.pop().close();
        }
        pool.shutdownNow();
    }

    private <T extends AutoCloseable> T closedLater(T closeable) {
        open.push(closeable);
        return closeable;
    }

    private void connect(String url) {
        RedisBroker broker = closedLater(RedisBroker.connect(RedisConfig.of(url)));
        client = closedLater(DefaultAsynqClient.builder(broker).maxWaiting(CALLS).build());
        Channel channel = new Channel(new ChannelConfig("calls", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
        HandlerLane.open(channel, 1, delivery -> {
            running.countDown();
            release.await();
            delivery.writeResult(delivery.message().id().getBytes(UTF_8));
        }, pool);
        Worker worker = new Worker(broker, WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1)).build(),
                List.of(channel));
        worker.start();
        closedLater(() -> worker.shutdown(Duration.ofSeconds(1)));
    }

    private CompletableFuture<String> call(String id, Duration timeout) {
        return client.call(Task.of("t", "{}").id(id), String.class, timeout).toCompletableFuture();
    }

    /** One call runs, and another waits behind it. */
    private List<CompletableFuture<String>> twoCalls(Duration timeout) throws InterruptedException {
        List<CompletableFuture<String>> calls = new ArrayList<>();
        calls.add(call("runs", timeout));
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        calls.add(call("waits", timeout));
        return calls;
    }

    private static void awaitStored(EmbeddedRedis master, String id) {
        try (Jedis jedis = TestRedis.connect(master)) {
            await().until(() -> jedis.exists(QUEUE.task(id)));
        }
    }

    private static String get(CompletableFuture<String> result) throws Exception {
        return result.get(30, TimeUnit.SECONDS);
    }

    /** As many calls as may wait are accepted, so earlier calls no longer count. */
    private void assertAllCallsMayWait() throws Exception {
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(call("last-" + i, LONG));
        }
        for (int i = 0; i < CALLS; i++) {
            assertThat(get(calls.get(i))).isEqualTo("last-" + i);
        }
    }

    private static void awaitNoTask(EmbeddedRedis master) {
        try (Jedis jedis = TestRedis.connect(master)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> jedis.keys("asynq:{default}:t:*").isEmpty());
        }
    }

    @Test
    void a_fail_over_by_plan_costs_no_result() throws Exception {
        EmbeddedRedisSentinel sentinel = closedLater(EmbeddedRedisSentinel.start());
        connect(sentinel.url());
        List<CompletableFuture<String>> calls = twoCalls(LONG);
        awaitStored(sentinel.replica(), "waits");

        sentinel.failover();
        release.countDown();

        assertThat(get(calls.get(0))).isEqualTo("runs");
        assertThat(get(calls.get(1))).isEqualTo("waits");
        assertAllCallsMayWait();
        awaitNoTask(sentinel.master());
    }

    /** The replica may not have all of the tasks. */
    @Test
    void after_the_death_of_a_master_each_call_ends_by_its_time_out() throws Exception {
        EmbeddedRedisSentinel sentinel = closedLater(EmbeddedRedisSentinel.start());
        connect(sentinel.url());
        List<CompletableFuture<String>> calls = twoCalls(Duration.ofSeconds(20));

        sentinel.killMaster();
        release.countDown();

        for (CompletableFuture<String> call : calls) {
            Throwable error = catchThrowable(() -> get(call));
            if (error != null) {
                assertThat(error.getCause()).isInstanceOfAny(CallException.class, EnqueueException.class);
            }
        }
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().untilAsserted(this::assertAllCallsMayWait);
        awaitNoTask(sentinel.master());
    }

    @Test
    void results_come_from_the_node_to_which_the_slot_has_moved() throws Exception {
        EmbeddedRedisCluster cluster = closedLater(EmbeddedRedisCluster.start());
        connect(cluster.url());
        List<CompletableFuture<String>> calls = twoCalls(LONG);
        int slot = SlotMove.slotOf(QUEUE.pending());
        EmbeddedRedis from = SlotMove.masterOf(cluster.nodes(), slot);
        EmbeddedRedis to = cluster.nodes().stream().filter(node -> node != from).findFirst().orElseThrow();
        awaitStored(from, "waits");

        try (SlotMove move = SlotMove.begin(cluster.nodes(), slot, to)) {
            move.step(1);
            calls.add(call("half", LONG));
            move.end(10);
        }
        calls.add(call("after", LONG));
        release.countDown();

        assertThat(get(calls.get(0))).isEqualTo("runs");
        assertThat(get(calls.get(1))).isEqualTo("waits");
        assertThat(get(calls.get(2))).isEqualTo("half");
        assertThat(get(calls.get(3))).isEqualTo("after");
        assertAllCallsMayWait();
        awaitNoTask(to);
    }
}
