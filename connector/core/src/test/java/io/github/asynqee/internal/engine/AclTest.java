package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The permissions that a worker with all its services may need. */
class AclTest extends WorkerTest {

    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void an_acl_user_needs_no_more_than_the_documented_commands() throws Exception {
        try (EmbeddedRedis own = EmbeddedRedis.builder().user("worker", AclRules.PASSWORD, AclRules.of("worker"))
                .start();
                Jedis observer = TestRedis.connect(own)) {
            ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
            broker = closedLater(RedisBroker.connect(RedisConfig.of(own.url("worker")), clock));
            client = DefaultAsynqClient.of(broker);
            config.recoveryInterval(Duration.ofMillis(10)).delayedTaskCheckInterval(Duration.ofMillis(10))
                    .janitorInterval(Duration.ofMillis(10)).heartbeatInterval(Duration.ofMillis(10));
            client.enqueue(Task.of("email:welcome", "{}").id("abandoned"));
            broker.workerCommands().dequeue("default", 1);
            client.enqueue(Task.of("email:welcome", "{}").id("scheduled").processIn(Duration.ofSeconds(90)));
            channel("default", 2, delivery -> {
                if (delivery.message().id().equals("cancelled")) {
                    release.await();
                }
            });
            start();
            client.enqueue(Task.of("email:welcome", "{}").id("cancelled"));
            awaitHandled("cancelled");

            await().untilAsserted(() -> assertThat(observer.publish("asynq:cancel", "cancelled")).isEqualTo(1));
            await().untilAsserted(
                    () -> assertThat(observer.hget(DEFAULT.task("cancelled"), "state")).isEqualTo("retry"));
            clock.advance(Duration.ofSeconds(90));
            awaitHandled("scheduled");
            await().untilAsserted(() -> assertThat(observer.hget(DEFAULT.task("abandoned"), "asynqee:recoveries"))
                    .isEqualTo("1"));
            await().untilAsserted(() -> assertThat(observer.zcard("asynq:servers")).isEqualTo(1));
            worker.shutdown(FIVE_SECONDS);
            assertThat(observer.keys("asynq:servers*")).isEmpty();
            assertThat(observer.aclLog()).isEmpty();
        }
    }
}
