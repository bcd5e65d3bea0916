package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.SlotPauses;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The inspector waits for a slot that is moving, for 3 seconds at most. */
@Timeout(60)
class MovingSlotTest {

    private static final String QUEUE = "asynq:{default}:";
    private static final int SLOT = JedisClusterCRC16.getSlot(QUEUE);

    private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
    private final int owner = SLOT * 3 / 16_384;
    private final Jedis source = TestRedis.connect(cluster.nodes().get(owner));
    private final Jedis target = TestRedis.connect(cluster.nodes().get((owner + 1) % 3));
    private final Inspector inspector = Inspectors.connect(cluster.url());

    @BeforeEach
    void beginMove() {
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            client.enqueue(Task.of("email:welcome", "{}").id("t1"));
        }
        target.clusterSetSlotImporting(SLOT, source.clusterMyId());
        source.clusterSetSlotMigrating(SLOT, target.clusterMyId());
        migrate(Set.of(QUEUE + "pending"));
    }

    @AfterEach
    void close() {
        inspector.close();
        source.close();
        target.close();
        cluster.close();
    }

    private void migrate(Set<String> keys) {
        source.migrate("127.0.0.1", target.getConnection().getHostAndPort().getPort(), 5000,
                MigrateParams.migrateParams(), keys.toArray(String[]::new));
    }

    private void endMove() {
        migrate(source.keys(QUEUE + "*"));
        String to = target.clusterMyId();
        target.clusterSetSlotNode(SLOT, to);
        source.clusterSetSlotNode(SLOT, to);
    }

    @Test
    void a_change_waits_until_the_slot_has_moved() {
        CompletableFuture<Void> change = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            inspector.changes().archive("default", "t1");
            change.complete(null);
        });
        caller.start();
        await("the call waits").until(() -> Stream.of(caller.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(SlotPauses.class.getName())));

        endMove();

        assertThat(change).succeedsWithin(Duration.ofSeconds(10));
        assertThat(inspector.tasks().get("default", "t1").info().state()).isEqualTo(TaskState.ARCHIVED);
    }

    @Test
    void a_change_fails_if_the_slot_still_moves_after_three_seconds() {
        long begin = System.nanoTime();

        assertThatThrownBy(() -> inspector.changes().archive("default", "t1")).isInstanceOf(SlotMovingException.class);

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(2_900),
                Duration.ofSeconds(8));
        endMove();
        assertThat(inspector.tasks().get("default", "t1").info().state()).isEqualTo(TaskState.PENDING);
    }
}
