package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a call waits at most for a Redis that does not answer. */
@Timeout(60)
class TimeLimitsTest {

    private static final Duration CONNECT = Duration.ofMillis(700);
    private static final Duration COMMAND = Duration.ofMillis(1_100);
    private static final Duration LONGEST = COMMAND.plus(CONNECT).plus(COMMAND);
    /** What a busy machine adds. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);
    private static final String OPTIONS = "?connect-timeout=700ms&command-timeout=1100ms&max-connections=2";

    private static StoreResult store(Broker broker, String id) {
        return broker.producerCommands().store(List.of(Tasks.pending("default", id))).get(0);
    }

    private static <T> T timed(Duration atLeast, Duration atMost, Callable<T> call) throws Exception {
        long start = System.nanoTime();
        T result = call.call();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(atLeast, atMost.plus(TOLERANCE));
        return result;
    }

    @Test
    void a_redis_that_accepts_connections_and_never_answers() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Broker broker = RedisBroker
                        .connect(RedisConfig.of("redis://127.0.0.1:" + silent.getLocalPort() + OPTIONS))) {
            assertThat(timed(COMMAND, COMMAND, () -> store(broker, "t1"))).isInstanceOf(StoreResult.Failed.class);
        }
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_redis_that_hangs_while_connections_to_it_are_open() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Broker broker = RedisBroker.connect(RedisConfig.of(redis.url() + OPTIONS))) {
            store(broker, "warm-up");
            redis.pause();
            assertThat(timed(COMMAND, LONGEST, () -> store(broker, "in-use"))).isInstanceOf(StoreResult.Failed.class);
            redis.resume();
            assertThat(store(broker, "afterwards")).isEqualTo(new StoreResult.Stored());
            TimeUnit.MILLISECONDS.sleep(1_100);
            redis.pause();
            assertThat(timed(COMMAND, LONGEST, () -> store(broker, "idle"))).isInstanceOf(StoreResult.Failed.class);
            redis.resume();
        }
    }

    @Test
    void a_pool_without_a_free_connection() throws Exception {
        ExecutorService others = Executors.newFixedThreadPool(2);
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                Broker broker = RedisBroker.connect(RedisConfig.of(redis.url() + OPTIONS))) {
            store(broker, "warm-up");
            redis.pause();
            List<Future<StoreResult>> busy = List.of(others.submit(() -> store(broker, "a")),
                    others.submit(() -> store(broker, "b")));
            assertThat(timed(Duration.ZERO, COMMAND.plus(LONGEST), () -> store(broker, "c")))
                    .isInstanceOf(StoreResult.Failed.class);
            for (Future<StoreResult> call : busy) {
                assertThat(call.get(20, TimeUnit.SECONDS)).isInstanceOf(StoreResult.Failed.class);
            }
            redis.resume();
            assertThat(store(broker, "afterwards")).isEqualTo(new StoreResult.Stored());
        } finally {
            others.shutdownNow();
        }
    }

    @Test
    void a_port_at_which_nothing_listens() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (Broker broker = RedisBroker.connect(RedisConfig.of("redis://127.0.0.1:" + port + OPTIONS))) {
            assertThat(timed(Duration.ZERO, CONNECT, () -> store(broker, "t1"))).isInstanceOf(StoreResult.Failed.class);
        }
    }
}
