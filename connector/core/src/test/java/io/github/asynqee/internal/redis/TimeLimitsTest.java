package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a call waits at most for a connection, and for a Redis that does not answer. */
@Timeout(60)
class TimeLimitsTest {

    private static final Duration CONNECT = Duration.ofMillis(700);
    private static final Duration COMMAND = Duration.ofMillis(1_100);
    private static final Duration LONGEST = COMMAND.plus(COMMAND).plus(CONNECT).plus(COMMAND);
    /** The delay that a busy machine adds. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);
    private static final String OPTIONS = "?connect-timeout=700ms&command-timeout=1100ms&max-connections=2";

    private static StoreResult store(Broker broker, String id) {
        return broker.producerCommands().store(List.of(Tasks.pending("default", id))).get(0);
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
            long start = System.nanoTime();
            assertThat(store(broker, "c")).isInstanceOf(StoreResult.Failed.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST.plus(TOLERANCE));
            for (Future<StoreResult> call : busy) {
                assertThat(call.get(20, TimeUnit.SECONDS)).isInstanceOf(StoreResult.Failed.class);
            }
            redis.resume();
            assertThat(store(broker, "afterwards")).isEqualTo(new StoreResult.Stored());
        } finally {
            others.shutdownNow();
        }
    }
}
