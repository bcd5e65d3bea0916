package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batch, members and callbacks are on different nodes of a Cluster. */
@Timeout(60)
class BatchClusterTest {

    /** On the first, second and third node. */
    private static final List<String> QUEUES = List.of("b1", "default", "low");

    @Test
    void members_and_callbacks_are_on_other_nodes_than_the_batch() {
        ExecutorService pool = Executors.newCachedThreadPool();
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            Channel channel = new Channel(new ChannelConfig("all", Map.of("b1", 1, "default", 1, "low", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
            HandlerLane.open(channel, 5, delivery -> handled.add(delivery.message().id()), pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
            worker.start();

            client.batch("b").queue("b1")
                    .add(IntStream.range(0, 30).mapToObj(i -> Task.of("t", "").id("m" + i).queue(QUEUES.get(i % 3))))
                    .onSuccess(Task.of("t", "").queue("low")).onComplete(Task.of("t", "").queue("default")).enqueue();

            await().atMost(Duration.ofSeconds(30)).until(() -> handled.contains("b:success")
                    && handled.contains("b:complete"));
            worker.shutdown(Duration.ofSeconds(5));
            assertThat(handled).hasSize(32).doesNotHaveDuplicates();
        } finally {
            pool.shutdownNow();
        }
    }
}
