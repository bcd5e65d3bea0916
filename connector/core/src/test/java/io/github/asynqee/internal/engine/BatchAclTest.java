package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.batch.BatchScript;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A producer with batches needs the rules in {@code docs/redis.md}. */
@Timeout(60)
class BatchAclTest {

    private static final List<String> MORE = List.of("+hexists", "+hincrby", "+hsetnx", "+unlink", "+zcard", "+zrem",
            "+zscore");

    @Test
    void seven_rules_more_suffice() {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("producer")));
        rules.addAll(MORE);
        try (EmbeddedRedis redis = EmbeddedRedis.builder()
                .user("producer", AclRules.PASSWORD, rules.toArray(String[]::new)).start();
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url("producer")));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker);
                Jedis jedis = TestRedis.connect(redis)) {
            jedis.configResetStat();
            client.batch("b").add(List.of(Task.of("t", ""), Task.of("t", ""))).onSuccess(Task.of("t", ""))
                    .onFailure(Task.of("t", "")).enqueue();
            client.enqueueChain(Task.of("t", "").then(Task.of("t", "")));

            assertThat(AclRules.refusals(jedis)).isEmpty();
            Set<String> needed = AclRules.needed(jedis, Set.of(BatchScript.OPEN_BATCH, BatchScript.ADD_MEMBERS,
                    BatchScript.END_MEMBERS, BatchScript.SEAL_BATCH));
            needed.removeAll(AclRules.commands("producer"));
            assertThat(needed).containsExactlyInAnyOrderElementsOf(
                    MORE.stream().map(rule -> rule.substring(1)).toList());
            assertThat(jedis.llen("asynq:{default}:pending")).isEqualTo(3);

            Task<?> unique = Task.of("t", "").unique(Duration.ofHours(1));
            client.enqueue(unique);
            assertThatThrownBy(() -> client.batch("duplicate").add(List.of(unique)).enqueue())
                    .isInstanceOf(DuplicateTaskException.class);

            client.batch("empty").onSuccess(Task.of("t", "")).enqueue();
            assertThat(jedis.hkeys("asynq:{default}:batch:empty")).contains("due:success", "stored:success");
        }
    }
}
