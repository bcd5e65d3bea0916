package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
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

/**
 * The master dies while tasks are enqueued and run. Each accepted task runs, unless the replica had not received it
 * when the master died.
 */
@Timeout(180)
class FailoverTest {

    private static final int TASKS = 50;
    /** A task whose dequeue reply died with the master is run again when its lease of 30 s has expired. */
    private static final Duration LEASE_AND_RECOVERY = Duration.ofSeconds(90);
    /** On the first and second node of a cluster. */
    private static final List<String> QUEUES = List.of("b1", "default");

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private volatile boolean stopped;

    @AfterEach
    void stop() {
        stopped = true;
        pool.shutdownNow();
    }

    @Test
    void of_sentinels() throws Exception {
        try (EmbeddedRedisSentinel sentinel = EmbeddedRedisSentinel.start()) {
            dies(sentinel.url(), sentinel.master(), sentinel::killMaster);
        }
    }

    @Test
    void of_a_cluster() throws Exception {
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.startWithReplicas()) {
            dies(cluster.url(), cluster.nodes().get(1), cluster.nodes().get(1)::kill);
        }
    }

    private void dies(String url, EmbeddedRedis master, Runnable kill) throws Exception {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(url));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            Channel channel = new Channel(new ChannelConfig("tasks", Map.of("b1", 1, "default", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
            HandlerLane.open(channel, 4, delivery -> handled.add(delivery.message().id()), pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1)).build(),
                    List.of(channel));
            worker.start();
            QUEUES.forEach(queue -> pool.submit(() -> send(client, queue)));

            awaitMore();
            Set<String> replicated = Set.copyOf(accepted);
            awaitReplicated(master);
            kill.run();
            awaitMore();
            Set<String> perhapsLost = new HashSet<>(accepted);
            perhapsLost.removeAll(replicated);
            awaitMore();
            stopped = true;
            await().atMost(LEASE_AND_RECOVERY).untilAsserted(() -> {
                Set<String> missing = new HashSet<>(accepted);
                missing.removeAll(perhapsLost);
                missing.removeAll(handled);
                assertThat(missing).isEmpty();
            });
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

    /** Returns when the replica has all that the master has written so far. */
    private static void awaitReplicated(EmbeddedRedis master) {
        try (Jedis jedis = TestRedis.connect(master)) {
            long written = offset(jedis, "master_repl_offset:");
            await("the replica is in sync").until(() -> offset(jedis, "slave0:.*offset=") >= written);
        }
    }

    private static long offset(Jedis master, String before) {
        Matcher offset = Pattern.compile(before + "(\\d+)").matcher(master.info("replication"));
        assertThat(offset.find()).as(before).isTrue();
        return Long.parseLong(offset.group(1));
    }

    /** Waits until Redis has accepted more tasks for each queue. */
    private void awaitMore() {
        for (String queue : QUEUES) {
            long goal = accepted(queue) + TASKS;
            await("tasks of " + queue + " are accepted").until(() -> accepted(queue) >= goal);
        }
    }

    private long accepted(String queue) {
        return accepted.stream().filter(id -> id.startsWith(queue)).count();
    }
}
