package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RedisOutageTest extends WorkerTest {

    private TcpProxy network;

    @BeforeEach
    void throughTheProxy() {
        network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        channel("default", 2, delivery -> {});
    }

    @Test
    void a_worker_may_start_before_redis() throws Exception {
        network.cut();
        enqueue("t1");
        start();

        network.heal();

        awaitHandled("t1");
        awaitIdle();
    }

    @Test
    void an_idle_worker_recovers_by_itself() throws Exception {
        start();
        enqueue("t1");
        awaitHandled("t1");
        awaitIdle();

        network.cut();
        enqueue("t2");
        network.heal();

        awaitHandled("t2");
        awaitIdle();
    }

    @Test
    void a_worker_goes_on_after_redis_has_restarted() throws Exception {
        EmbeddedRedis own = closedLater(
                EmbeddedRedis.builder().config("appendonly", "yes").config("appendfsync", "always").start());
        broker = connected(own.url());
        client = DefaultAsynqClient.of(broker);
        start();
        enqueue("t1");
        awaitHandled("t1");

        own.kill();
        own.restart();

        await().untilAsserted(() -> enqueue("t2"));
        awaitHandled("t2");
        try (Jedis again = TestRedis.connect(own)) {
            await().untilAsserted(() -> assertThat(again.get("asynq:{default}:processed")).isEqualTo("2"));
        }
    }

    @Test
    void while_redis_is_down_the_worker_tries_seldom() {
        start();
        network.cut();
        await().untilAsserted(() -> assertThat(network.refused()).isPositive());

        pings(10_000);

        assertThat(network.refused()).isLessThan(40);
    }
}
