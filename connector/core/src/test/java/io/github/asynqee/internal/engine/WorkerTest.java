package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A test of whole workers on an empty Redis. */
@Timeout(60)
public abstract class WorkerTest {

    public static final QueueKeys DEFAULT = QueueKeys.of("default");
    public static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    public final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    public final WorkerConfig.Builder config = WorkerConfig.builder();
    public final List<Channel> channels = new ArrayList<>();
    public final ExecutorService pool = Executors.newCachedThreadPool();
    /** IDs of the tasks whose handler was called, in that order. */
    public final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    public Broker broker;
    public DefaultAsynqClient client;
    public Worker worker;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        broker = connected(TestRedis.SINGLE.url());
        client = DefaultAsynqClient.of(broker);
    }

    @AfterEach
    void stop() throws Exception {
        pool.shutdownNow();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        client.close();
    }

    Broker connected(String url) {
        return closedLater(RedisBroker.connect(RedisConfig.of(url)));
    }

    <T extends AutoCloseable> T closedLater(T closeable) {
        open.add(closeable);
        return closeable;
    }

    /** Handles all tasks of a queue. */
    Channel channel(String queue, int lanes, TaskHandler handler) {
        return channel(Map.of(queue, 1), "", lanes, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), handler);
    }

    Channel channel(Map<String, Integer> queues, String typePrefix, int lanes, FailurePolicy policy,
            TaskHandler handler) {
        Channel channel = new Channel(new ChannelConfig("channel-" + channels.size(), queues, typePrefix, policy));
        HandlerLane.open(channel, lanes, delivery -> {
            handled.add(delivery.message().id());
            handler.handle(delivery);
        }, pool);
        channels.add(channel);
        return channel;
    }

    void start() {
        worker = start(broker, channels);
    }

    Worker start(Broker on, List<Channel> into) {
        Worker started = new Worker(on, config.build(), into);
        closedLater(() -> started.shutdown(Duration.ZERO));
        started.start();
        return started;
    }

    String enqueue(String id) {
        return client.enqueue(Task.of("email:welcome", "{}").id(id)).id();
    }

    void awaitHandled(String... ids) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            seen.add(handled.poll(20, TimeUnit.SECONDS));
        }
        assertThat(seen).containsExactlyInAnyOrder(ids);
    }

    static void awaitSignal(CountDownLatch signal) throws InterruptedException {
        assertThat(signal.await(20, TimeUnit.SECONDS)).as("signal").isTrue();
    }

    /**
     * Starts a worker whose clock does not advance. Its one lane runs tasks quickly, the last of them "t19999", until
     * the channel holds others for it; then its handler waits for the release. Returns the number of the running task:
     * the channel holds the next one.
     */
    int startWithTasksHeld(CountDownLatch release) throws InterruptedException {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()),
                ManualClock.startingAt("2033-05-18T03:33:20Z")));
        client = closedLater(DefaultAsynqClient.of(broker));
        client.enqueueAll(
                IntStream.range(0, 20_000).mapToObj(i -> Task.of("email:welcome", "{}").id("t" + i)).toList());
        CompletableFuture<String> running = new CompletableFuture<>();
        AtomicReference<Channel> channel = new AtomicReference<>();
        channel.set(channel("default", 1, delivery -> {
            if (channel.get().prefetched() > 1 && running.complete(delivery.message().id())) {
                release.await();
            }
        }));
        start();
        try {
            return Integer.parseInt(running.get(20, TimeUnit.SECONDS).substring(1));
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("no task was held for the lane, handled: " + handled.size(), e);
        }
    }

    /** Waits until the worker holds nothing and Redis has nothing active or pending. */
    void awaitIdle() {
        await().untilAsserted(() -> {
            assertThat(redis.exists(DEFAULT.pending(), DEFAULT.active(), DEFAULT.lease())).isZero();
            assertThat(worker.inFlight()).isZero();
        });
    }

    /** Lets time pass for other threads: the time Redis needs for that number of replies, about twenty per millisecond. */
    void pings(int count) {
        for (int i = 0; i < count; i++) {
            redis.ping();
        }
    }

    TaskMessage stored(String id) {
        try {
            return TaskMessage.parse(redis.hget(DEFAULT.task(id).getBytes(), "msg".getBytes()));
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }

    /** A pending task has succeeded, and nobody has been told: its worker has died, or is one of Go. */
    void succeed(String id) {
        TaskMessage message = stored(id).completed(broker.clock().instant());
        redis.lrem(DEFAULT.pending(), 0, id);
        if (message.retention().isZero()) {
            redis.del(DEFAULT.task(id));
            return;
        }
        redis.zadd(DEFAULT.completed(), message.completedAt().plus(message.retention()).getEpochSecond(), id);
        redis.hset(DEFAULT.task(id), "state", "completed");
        redis.hset(DEFAULT.task(id).getBytes(), "msg".getBytes(), message.toBytes());
    }

    String state(String id) {
        return redis.hget(DEFAULT.task(id), "state");
    }

    /** A counter, 0 if it is not there. */
    long count(String key) {
        String value = redis.get(key);
        return value == null ? 0 : Long.parseLong(value);
    }
}
