package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.asynqee.BrokerException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.Eventually;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The master dies while tasks are enqueued and run: each task that was accepted is run. */
@Timeout(120)
class FailoverTest {

    private static final int TASKS = 50;
    /** On the first and second node of a cluster. */
    private static final List<String> QUEUES = List.of("b1", "default");

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private volatile boolean stopped;

    @AfterEach
    void stop() {
        pool.shutdownNow();
    }

    @Test
    void of_sentinels() throws Exception {
        try (EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.start()) {
            dies(sentinel.url(), sentinel::killMaster);
        }
    }

    @Test
    void of_a_cluster() throws Exception {
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.startWithReplicas()) {
            dies(cluster.url(), cluster.nodes().get(1)::kill);
        }
    }

    private void dies(String url, Runnable kill) throws Exception {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(url));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            Channel channel = new Channel(new ChannelConfig("tasks", Map.of("b1", 1, "default", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
            HandlerLane.open(channel, 4, delivery -> handled.add(delivery.message().id()), pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
            worker.start();
            QUEUES.forEach(queue -> pool.submit(() -> send(client, queue)));

            awaitMore();
            kill.run();
            awaitMore();
            stopped = true;
            Eventually.satisfied(() -> assertThat(handled).containsAll(accepted));
            worker.shutdown(Duration.ofSeconds(5));
        }
    }

    private void send(DefaultAsynqClient client, String queue) {
        for (int i = 0; !stopped; i++) {
            try {
                accepted.add(client.enqueue(Task.of("a", "{}").queue(queue).id(queue + i)).id());
            } catch (BrokerException | EnqueueException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    /** Of each queue. */
    private void awaitMore() {
        for (String queue : QUEUES) {
            long goal = accepted(queue) + TASKS;
            Eventually.holds("tasks of " + queue + " are accepted", () -> accepted(queue) >= goal);
        }
    }

    private long accepted(String queue) {
        return accepted.stream().filter(id -> id.startsWith(queue)).count();
    }
}
