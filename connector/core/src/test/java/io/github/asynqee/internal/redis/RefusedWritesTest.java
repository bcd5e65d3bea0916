package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.outage.WriteRefusals;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A Redis that can be reached and refuses writes says why, until it accepts them. */
@Timeout(60)
class RefusedWritesTest {

    private EmbeddedRedis redis;
    private Jedis jedis;
    private Broker broker;
    private WriteRefusals writes;
    private int stored;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        jedis = new Jedis(redis.host(), redis.port());
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        writes = broker.outages().writes();
    }

    @AfterEach
    void stop() {
        broker.close();
        jedis.close();
        redis.close();
    }

    private StoreResult store() {
        return broker.producerCommands().store(List.of(Tasks.pending("default", "t" + stored++))).get(0);
    }

    private void awaitRefusal(String reply) {
        await().until(() -> {
            assertThat(store()).isInstanceOf(StoreResult.Failed.class);
            broker.status();
            return writes.current().filter(reason -> reason.contains(reply)).isPresent();
        });
    }

    private void assertAccepted() {
        assertThat(store()).isNotInstanceOf(StoreResult.Failed.class);
        assertThat(writes.current()).isEmpty();
    }

    @Test
    void its_memory_is_full() {
        assertAccepted();
        jedis.configSet("maxmemory", "1");

        awaitRefusal("OOM");
        jedis.configSet("maxmemory", "0");

        assertAccepted();
    }

    @Test
    void it_is_a_replica() {
        assertAccepted();
        jedis.replicaof("127.0.0.1", 1);

        awaitRefusal("READONLY");
        jedis.replicaofNoOne();

        assertAccepted();
    }

    @Test
    void it_has_too_few_replicas() {
        assertAccepted();
        jedis.configSet("min-replicas-to-write", "1");

        awaitRefusal("NOREPLICAS");
        jedis.configSet("min-replicas-to-write", "0");

        assertAccepted();
    }
}
