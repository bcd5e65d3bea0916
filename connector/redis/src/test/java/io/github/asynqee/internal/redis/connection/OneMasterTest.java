package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.ConnectionPoolConfig;

@Timeout(60)
class OneMasterTest {

    /** The caller has asked for the master and waits for the pool. In that time another node becomes the master. */
    @Test
    void a_late_caller_does_not_bring_back_a_former_master() throws Exception {
        try (FakeSentinel first = FakeSentinel.naming(0, 0);
                FakeSentinel former = FakeSentinel.naming(0, 0);
                FakeSentinel latest = FakeSentinel.naming(0, 0);
                FakeSentinel sentinel = FakeSentinel.naming(first.port(), 0)) {
            RedisConfig config = RedisConfig
                    .of("redis-sentinel://127.0.0.1:" + sentinel.port() + "?master=mymaster");
            try (Sentinels sentinels = new Sentinels(config);
                    OneMaster watched = OneMaster.watched(sentinels, config, new ConnectionPoolConfig())) {
                Thread late = new Thread(() -> watched.connect("key").close());
                synchronized (watched) {
                    sentinel.says(former.port(), 1);
                    await().until(() -> sentinels.master().getPort() == former.port());
                    late.start();
                    await().until(() -> late.getState() == Thread.State.BLOCKED);
                    sentinel.says(latest.port(), 2);
                    await().until(() -> sentinels.master().getPort() == latest.port());
                }
                late.join();

                assertThat(former.openConnections()).isZero();
                assertThat(latest.openConnections()).isOne();
            }
        }
    }
}
