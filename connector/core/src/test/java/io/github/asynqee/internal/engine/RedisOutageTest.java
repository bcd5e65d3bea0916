package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;

class RedisOutageTest extends WorkerTest {

    @Test
    void while_redis_is_down_the_worker_tries_seldom() {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        channel("default", 2, delivery -> {});
        start();
        network.cut();
        await().untilAsserted(() -> assertThat(network.refused()).isPositive());

        pings(10_000);

        assertThat(network.refused()).isLessThan(40);
    }
}
