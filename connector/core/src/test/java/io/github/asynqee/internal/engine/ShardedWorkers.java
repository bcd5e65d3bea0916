package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** Workers and producers of the queue {@code mails}, which has shards. */
abstract class ShardedWorkers {

    static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    @Parameter
    TestRedis redis;
    final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<AutoCloseable> open = new ArrayList<>();
    /** Ends the producers, which would otherwise continue in the next test. */
    final AtomicBoolean end = new AtomicBoolean();
    Broker broker;

    @BeforeEach
    void connect() {
        redis.clear();
        broker = connected();
    }

    @AfterEach
    void stop() throws Exception {
        end.set(true);
        pool.shutdownNow();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).as("handlers and producers end").isTrue();
    }

    <T extends AutoCloseable> T closedLater(T closeable) {
        open.add(closeable);
        return closeable;
    }

    Broker connected() {
        return closedLater(RedisBroker.connect(RedisConfig.of(redis.url())));
    }

    DefaultAsynqClient client(int shards) {
        return closedLater(DefaultAsynqClient.builder(connected()).shards("mails", shards).build());
    }

    Channel channel(Map<String, Integer> queues, int lanes, TaskHandler handler) {
        Channel channel = new Channel(new ChannelConfig("mails", queues, "", POLICY));
        HandlerLane.open(channel, lanes, handler, pool);
        return channel;
    }

    Worker start(WorkerConfig.Builder config, Channel... channels) {
        return start(new Worker(connected(), config.build(), List.of(channels)));
    }

    /** A worker that looks for added shards every 20 ms. */
    Worker startAttentive(WorkerConfig.Builder config, Channel... channels) {
        return start(new Worker(connected(), config.build(), List.of(channels), Duration.ofMillis(20)));
    }

    private Worker start(Worker worker) {
        closedLater(() -> worker.shutdown(Duration.ofSeconds(5)));
        worker.start();
        return worker;
    }

    static WorkerConfig.Builder shards(int count) {
        return WorkerConfig.builder().shards("mails", count);
    }

    static Task<String> mail(String id) {
        return Task.of("mail", "{}").queue("mails").header("mail", id);
    }

    void assertNothingLeft(int shards) {
        await().untilAsserted(() -> {
            for (String shard : Shards.names("mails", shards)) {
                QueueKeys keys = QueueKeys.of(shard);
                assertThat(redis.at(keys.pending()).exists(keys.pending(), keys.active(), keys.lease(), keys.retry(),
                        keys.archived(), keys.scheduled())).as(shard).isZero();
            }
        });
    }
}
