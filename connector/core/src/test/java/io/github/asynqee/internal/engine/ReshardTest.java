package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.Eventually;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The slot of a queue moves back and forth, a few keys at a time, while tasks are enqueued, forwarded, run, retried and
 * recovered: no accepted task is lost, and each that is left is in one collection.
 */
@Timeout(240)
class ReshardTest {

    private static final int MOVES = Boolean.getBoolean("asynq.test.thorough") ? 12 : 4;
    private static final int DEAD = 300;
    private static final Duration LEASE_AND_RECOVERY = Duration.ofSeconds(90);
    private static final QueueKeys KEYS = QueueKeys.of("moving");
    private static final int SLOT = JedisClusterCRC16.getSlot(KEYS.pending());

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> grouped = ConcurrentHashMap.newKeySet();
    private final Set<String> failedOnce = ConcurrentHashMap.newKeySet();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<Jedis> nodes = new ArrayList<>();
    private EmbeddedRedisCluster cluster;
    private volatile boolean stopped;
    private int owner = SLOT * 3 / 16_384;

    @BeforeEach
    void start() {
        cluster = EmbeddedRedisCluster.start();
        cluster.nodes().forEach(node -> nodes.add(TestRedis.connect(node)));
    }

    @AfterEach
    void stop() {
        stopped = true;
        pool.shutdownNow();
        nodes.forEach(Jedis::close);
        cluster.close();
    }

    @Test
    void no_task_is_lost_while_a_slot_moves() throws Exception {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            leaveTasksOfADeadWorker(client);
            Channel channel = new Channel(new ChannelConfig("tasks", Map.of(KEYS.queue(), 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1)))));
            HandlerLane.open(channel, 4, delivery -> run(delivery.message().id(), delivery.message().type()), pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1)).build(),
                    List.of(channel));
            worker.start();
            Future<?> sender = pool.submit(() -> send(client));

            for (int i = 0; i < MOVES; i++) {
                int goal = accepted.size() + 500;
                Eventually.holds("tasks are accepted", () -> accepted.size() >= goal);
                moveSlot();
            }
            stopped = true;
            sender.get();

            Eventually.satisfiedWithin(LEASE_AND_RECOVERY, () -> {
                assertThat(missing(accepted, handled)).isEmpty();
                assertThat(missing(grouped, members())).isEmpty();
            });
            worker.shutdown(Duration.ofSeconds(5));
        }
        assertEachTaskIsInOneCollection();
    }

    private void run(String id, String type) {
        if (type.equals("fails-once") && failedOnce.add(id)) {
            throw new IllegalStateException("the first attempt");
        }
        handled.add(id);
    }

    private void leaveTasksOfADeadWorker(DefaultAsynqClient client) {
        for (int i = 0; i < DEAD; i++) {
            accepted.add(client.enqueue(Task.of("plain", "{}").queue(KEYS.queue()).id("dead" + i)).id());
            node().lmove(KEYS.pending(), KEYS.active(), ListDirection.RIGHT, ListDirection.LEFT);
            node().zadd(KEYS.lease(), 1, "dead" + i);
            node().hset(KEYS.task("dead" + i), "state", "active");
        }
    }

    private void send(DefaultAsynqClient client) {
        for (int i = 0; !stopped; i++) {
            Task<String> task = Task.of("plain", "{}").queue(KEYS.queue());
            accepted.add(client.enqueue(task.id("now" + i)).id());
            accepted.add(client.enqueue(task.id("later" + i).processIn(Duration.ofSeconds(2))).id());
            accepted.add(client.enqueue(task.id("kept" + i).retention(Duration.ofHours(1))).id());
            accepted.add(client.enqueue(Task.of("fails-once", "{}").queue(KEYS.queue()).id("fails" + i)).id());
            grouped.add(client.enqueue(task.id("joins" + i).group("g")).id());
        }
    }

    private Jedis node() {
        return nodes.get(owner);
    }

    private void moveSlot() {
        Jedis source = node();
        owner = (owner + 1) % nodes.size();
        Jedis target = node();
        target.clusterSetSlotImporting(SLOT, source.clusterMyId());
        source.clusterSetSlotMigrating(SLOT, target.clusterMyId());
        for (List<String> keys = next(source); !keys.isEmpty(); keys = next(source)) {
            source.migrate("127.0.0.1", target.getConnection().getHostAndPort().getPort(), 5000,
                    MigrateParams.migrateParams(), keys.toArray(String[]::new));
        }
        String id = target.clusterMyId();
        target.clusterSetSlotNode(SLOT, id);
        nodes.forEach(other -> other.clusterSetSlotNode(SLOT, id));
    }

    private static List<String> next(Jedis source) {
        return source.clusterGetKeysInSlot(SLOT, 10);
    }

    private static Set<String> missing(Set<String> all, Set<String> found) {
        Set<String> missing = new TreeSet<>(all);
        missing.removeAll(found);
        return missing;
    }

    private Set<String> members() {
        return Set.copyOf(node().zrange(KEYS.group("g"), 0, -1));
    }

    private void assertEachTaskIsInOneCollection() {
        List<String> ids = new ArrayList<>(node().lrange(KEYS.pending(), 0, -1));
        ids.addAll(node().lrange(KEYS.active(), 0, -1));
        List.of(KEYS.scheduled(), KEYS.retry(), KEYS.archived(), KEYS.completed(), KEYS.group("g"))
                .forEach(key -> ids.addAll(node().zrange(key, 0, -1)));
        List<String> hashes = node().keys(KEYS.taskPrefix() + "*").stream()
                .map(key -> key.substring(KEYS.taskPrefix().length())).toList();
        assertThat(ids).containsExactlyInAnyOrderElementsOf(hashes);
        assertThat(node().zcard(KEYS.lease())).isZero();
    }
}
