package io.github.asynqee.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.CallTimeoutException;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A producer that calls needs the rules in {@code docs/redis.md}; without notifications it polls. */
@Timeout(60)
class CallAclTest {

    private static final List<String> MORE = List.of("+client|tracking", "+hmget", "+lrem", "+zrem", "+get");

    @Test
    void five_rules_more_suffice_and_without_the_first_it_polls() throws Exception {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("producer")));
        rules.addAll(MORE.subList(1, MORE.size()));
        EmbeddedRedis.Builder builder = EmbeddedRedis.builder().user("polls", AclRules.PASSWORD,
                rules.toArray(String[]::new));
        rules.add(MORE.get(0));
        ExecutorService pool = Executors.newCachedThreadPool();
        try (EmbeddedRedis redis = builder.user("calls", AclRules.PASSWORD, rules.toArray(String[]::new)).start();
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url()));
                AsynqClient calls = Asynq.connect(redis.url("calls"));
                AsynqClient polls = Asynq.connect(redis.url("polls"));
                Jedis jedis = TestRedis.connect(redis)) {
            Channel channel = new Channel(new ChannelConfig("tasks", Map.of("default", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
            HandlerLane.open(channel, 1, delivery -> delivery.writeResult("ok".getBytes(UTF_8)), pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
            worker.start();

            for (AsynqClient client : List.of(calls, polls)) {
                assertThat(client.call(Task.of("t", "{}"), String.class, Duration.ofSeconds(20)).toCompletableFuture()
                        .get(20, TimeUnit.SECONDS)).isEqualTo("ok");
                for (String queue : List.of("other", "default")) {
                    Duration delay = queue.equals("other") ? Duration.ZERO : Duration.ofSeconds(1);
                    assertThatThrownBy(
                            () -> client.call(Task.of("t", "{}").queue("other").processIn(delay), String.class,
                                    Duration.ofMillis(1_100)).toCompletableFuture().get(20, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(CallTimeoutException.class);
                }
            }

            await("nothing is left").until(() -> jedis.keys("asynq:{*}:t:*").isEmpty());
            // Redis 6.2 names the command only
            assertThat(AclRules.refusals(jedis)).isNotEmpty().allMatch(refusal -> refusal.startsWith("polls: client"));
            worker.shutdown(Duration.ZERO);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_caller_that_may_not_read_the_result_learns_why() throws Exception {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("producer")));
        rules.add("+client|tracking");
        try (EmbeddedRedis redis = EmbeddedRedis.builder()
                .user("lacks", AclRules.PASSWORD, rules.toArray(String[]::new)).start();
                AsynqClient client = Asynq.connect(redis.url("lacks"));
                Jedis jedis = TestRedis.connect(redis)) {
            CompletableFuture<String> result = client.call(Task.of("t", "{}").id("one"), String.class,
                    Duration.ofSeconds(2)).toCompletableFuture();
            await().until(() -> jedis.exists("asynq:{default}:t:one"));
            jedis.hset("asynq:{default}:t:one", "state", "completed");

            assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(CallTimeoutException.class)
                    .hasMessageContaining("may have ended within the time-out, but could not be read: ")
                    .hasMessageContaining("HMGET").hasMessageContaining("NOPERM");
        }
    }
}
