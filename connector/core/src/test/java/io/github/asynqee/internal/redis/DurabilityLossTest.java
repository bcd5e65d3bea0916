package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.params.SetParams;

/**
 * The acknowledged tasks that are lost when Redis is killed under load: the table in {@code
 * docs/contributing/redis.md}. Writes that the operating system has buffered for the disk survive the kill of the
 * process.
 */
@Tag("thorough")
@Timeout(180)
class DurabilityLossTest {

    private static final int UNDERWAY = 2_000;
    private static final int ENOUGH = 5_000;

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

    private static EmbeddedRedis.Builder server(String fsync) {
        EmbeddedRedis.Builder builder = EmbeddedRedis.builder().config("repl-diskless-sync-delay", "0");
        return fsync.equals("off") ? builder
                : builder.config("appendonly", "yes").config("appendfsync", fsync);
    }

    private static EmbeddedRedis replicaOf(EmbeddedRedis master) {
        EmbeddedRedis replica = server("off").config("replicaof", master.host(), "" + master.port()).start();
        try (Jedis jedis = TestRedis.connect(master)) {
            await("the replica confirms writes").until(() -> {
                jedis.set("sync", "", SetParams.setParams().px(1));
                return jedis.waitReplicas(1, 100) == 1;
            });
        }
        return replica;
    }

    /** Sends without a pause until enough are acknowledged, does the harm, and ends with the first failures. */
    private void sendUntil(AsynqClient client, Runnable harm) throws InterruptedException {
        Semaphore room = new Semaphore(UNDERWAY);
        AtomicInteger failed = new AtomicInteger();
        boolean harmed = false;
        for (int i = 0; failed.get() == 0; i++) {
            String id = "t" + i;
            room.acquire();
            client.enqueueAsync(Task.of("t", "{}").id(id)).whenComplete((info, error) -> {
                if (error == null) {
                    acknowledged.add(id);
                } else {
                    failed.incrementAndGet();
                }
                room.release();
            });
            if (!harmed && acknowledged.size() >= ENOUGH) {
                harmed = true;
                harm.run();
            }
        }
        room.acquire(UNDERWAY);
    }

    private int lost(EmbeddedRedis redis) {
        try (Jedis jedis = TestRedis.connect(redis)) {
            Set<String> lost = new HashSet<>(acknowledged);
            jedis.lrange("asynq:{default}:pending", 0, -1).forEach(lost::remove);
            return lost.size();
        }
    }

    private void report(Durability level, String settings, String harm, int lost) {
        System.out.println("durability=" + level + ", " + settings + ", " + harm + ": " + lost + " of "
                + acknowledged.size() + " acknowledged tasks lost");
    }

    private static AsynqClient client(Supplier<AsynqClient> client) {
        try {
            return client.get();
        } catch (DurabilityRefusedException e) {
            return null;
        }
    }

    @ParameterizedTest
    @CsvSource({ "memory, off", "memory, no", "memory, everysec", "memory, always", "disk, everysec", "disk, always" })
    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    void the_server_is_killed_and_started_again(String level, String fsync) throws Exception {
        Durability durability = level.equals("disk") ? Durability.DISK : Durability.MEMORY;
        try (EmbeddedRedis redis = server(fsync).start();
                AsynqClient all = Asynq.connect(redis.url() + "?connect-timeout=500ms")) {
            AsynqClient client = client(() -> all.withDurability(durability));
            if (client == null) {
                return;
            }
            sendUntil(client, redis::kill);
            redis.restart();
            int lost = lost(redis);

            report(durability, "appendfsync " + fsync, "kill -9 and restart", lost);
            if (fsync.equals("off")) {
                assertThat(lost).isEqualTo(acknowledged.size());
            } else {
                assertThat(lost).isZero();
            }
        }
    }

    /** The replica no longer receives writes shortly before its master dies, as over a slow or broken network. */
    @ParameterizedTest
    @ValueSource(strings = { "memory", "replica" })
    void the_master_is_killed_and_a_replica_that_was_cut_off_takes_over(String level) throws Exception {
        Durability durability = level.equals("memory") ? Durability.MEMORY
                : Durability.replicas(1).within(Duration.ofSeconds(20));
        try (EmbeddedRedis master = server("off").start();
                EmbeddedRedis replica = replicaOf(master);
                AsynqClient all = Asynq.connect(master.url() + "?connect-timeout=500ms")) {
            sendUntil(all.withDurability(durability), () -> {
                replica.pause();
                try (Jedis jedis = TestRedis.connect(master)) {
                    jedis.clientKill(ClientKillParams.clientKillParams().type(ClientType.REPLICA));
                }
                for (int i = 0; i < 100 && level.equals("memory"); i++) {
                    acknowledged.add(all.enqueue(Task.of("t", "{}").id("cut off " + i)).id());
                }
                master.kill();
                replica.resume();
            });
            try (Jedis jedis = TestRedis.connect(replica)) {
                jedis.replicaofNoOne();
            }
            int lost = lost(replica);

            report(durability, "a replica that was cut off", "kill -9 of the master and fail-over", lost);
            if (level.equals("memory")) {
                assertThat(lost).isPositive();
            } else {
                assertThat(lost).isZero();
            }
        }
    }

    /** The replica takes over with the writes that it has received. */
    @ParameterizedTest
    @ValueSource(strings = { "memory", "replica" })
    @EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
    void the_master_is_killed_and_a_replica_nearby_takes_over(String level) throws Exception {
        Durability durability = level.equals("memory") ? Durability.MEMORY : Durability.replicas(1);
        try (EmbeddedRedis master = server("off").start();
                EmbeddedRedis replica = replicaOf(master);
                AsynqClient all = Asynq.connect(master.url() + "?connect-timeout=500ms")) {
            sendUntil(all.withDurability(durability), master::kill);
            try (Jedis jedis = TestRedis.connect(replica)) {
                jedis.replicaofNoOne();
            }
            int lost = lost(replica);

            report(durability, "a replica nearby", "kill -9 of the master and fail-over", lost);
            if (!level.equals("memory")) {
                assertThat(lost).isZero();
            }
        }
    }
}
