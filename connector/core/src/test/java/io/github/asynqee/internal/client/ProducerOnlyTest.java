package io.github.asynqee.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The cost of a process that only enqueues. */
class ProducerOnlyTest {

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    @Test
    void a_process_that_only_enqueues_has_two_connections_one_thread_and_is_no_server() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().start();
                Jedis own = new Jedis(redis.url());
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url()));
                DefaultAsynqClient client = DefaultAsynqClient.builder(broker).threads(this::thread).build()) {
            List<CompletableFuture<?>> sent = IntStream.range(0, 2_000)
                    .<CompletableFuture<?>>mapToObj(i -> client.enqueueAsync(Task.of("email:welcome", "{}"))
                            .toCompletableFuture())
                    .toList();
            client.enqueue(Task.of("email:welcome", "{}"));
            CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);

            assertThat(own.llen("asynq:{default}:pending")).isEqualTo(2_001);
            assertThat(own.clientList().lines().filter(line -> !line.contains("cmd=client"))).hasSizeBetween(1, 2);
            assertThat(own.keys("asynq:servers*")).isEmpty();
            assertThat(threads).singleElement().extracting(Thread::getName).isEqualTo("asynq-enqueue");
        }
    }
}
