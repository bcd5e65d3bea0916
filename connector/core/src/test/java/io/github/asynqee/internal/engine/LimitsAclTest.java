package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.limit.LimitScript;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A worker with limits needs the rules in {@code docs/redis.md}. */
@Timeout(60)
class LimitsAclTest {

    private static final List<String> MORE = List.of("+zcount", "+zlexcount", "+zrangebylex");

    @Test
    void three_rules_more_suffice() {
        check(Limit.of("limited", "queue", 1, new Limit.Rate(2, Duration.ofMillis(200))), MORE);
    }

    @Test
    void so_they_do_for_keys_that_take_turns() {
        check(new Limit.FairBy("type"), MORE);
    }

    @Test
    void a_semaphore_needs_its_key_besides() {
        List<String> more = new ArrayList<>(MORE);
        more.add("~asynq:sema:*");
        check(Limit.of("sema:limited", "queue", 1, new Limit.Rate(2, Duration.ofMillis(200))), more);
    }

    private static void check(Limit limit, List<String> more) {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("worker")));
        rules.addAll(more);
        BlockingQueue<String> handled = new LinkedBlockingQueue<>();
        ExecutorService pool = Executors.newCachedThreadPool();
        try (EmbeddedRedis redis = EmbeddedRedis.builder()
                .user("limited", AclRules.PASSWORD, rules.toArray(String[]::new)).start();
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url("limited")));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker);
                Jedis jedis = TestRedis.connect(redis)) {
            Channel channel = new Channel(new ChannelConfig("limited", Map.of("default", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))).withLimit(limit));
            HandlerLane.open(channel, 2, delivery -> handled.add(delivery.message().id()), pool);
            Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
            worker.start();

            client.enqueueAll(IntStream.range(0, 6).mapToObj(i -> Task.of("t", "{}").id("t" + i)).toList());

            await().until(() -> handled.size() == 6);
            worker.shutdown(Duration.ofSeconds(5));
            assertThat(AclRules.refusals(jedis)).isEmpty();
            Set<String> needed = AclRules.needed(jedis, Set.of(LimitScript.DEQUEUE_LIMITED,
                    LimitScript.RELEASE_LIMITED, LimitScript.LOOK_AT_LIMITS));
            needed.removeAll(AclRules.commands("worker"));
            assertThat(needed).containsExactlyInAnyOrderElementsOf(
                    MORE.stream().map(rule -> rule.substring(1)).toList());
            assertThat(jedis.keys("asynq:sema:*")).as("tokens that were not given back").isEmpty();
        } finally {
            pool.shutdownNow();
        }
    }
}
