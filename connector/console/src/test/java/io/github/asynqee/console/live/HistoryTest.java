package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class HistoryTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int ROUNDS = 30;
    private static final int QUEUES = 20;

    @Test
    void calls_at_the_same_time_add_each_queue_once() throws Exception {
        REDIS.clear();
        List<String> names = IntStream.range(0, QUEUES).mapToObj(i -> "q" + i).toList();
        Instant yesterday = Instant.now().minus(Duration.ofDays(1));
        try (ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
                RedisClient keys = RedisClient.create(REDIS.url())) {
            names.forEach(name -> keys.set(QueueKeys.of(name).processed(yesterday), "1"));
            for (int round = 0; round < ROUNDS; round++) {
                History history = new History(redis, Clock.systemUTC());
                CyclicBarrier both = new CyclicBarrier(2);
                CompletableFuture<?> other = CompletableFuture.runAsync(() -> read(history, names, both),
                        task -> new Thread(task).start());
                read(history, names, both);
                other.get(20, TimeUnit.SECONDS);

                assertThat(history.past().stream().mapToLong(day -> day.processed()).sum()).isEqualTo(QUEUES);
            }
        }
    }

    private static void read(History history, List<String> names, CyclicBarrier both) {
        try {
            both.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        history.read(names, 10_000);
    }
}
