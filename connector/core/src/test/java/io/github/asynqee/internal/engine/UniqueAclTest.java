package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.asynqee.Task;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.unique.UniqueScript;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A producer of unique tasks with policies needs the rules in {@code docs/redis.md}. */
@Timeout(60)
class UniqueAclTest {

    private static final List<String> MORE = List.of("+expire", "+get", "+hdel", "+hmget", "+lrem", "+ltrim", "+ttl",
            "+zrem", "+zscore");

    @Test
    void nine_rules_more_suffice() {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("producer")));
        rules.addAll(MORE);
        try (EmbeddedRedis redis = EmbeddedRedis.builder()
                .user("unique", AclRules.PASSWORD, rules.toArray(String[]::new)).start();
                Jedis jedis = TestRedis.connect(redis);
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url("unique")));
                DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            // counts only the commands from here on
            jedis.configResetStat();
            Task<String> task = Task.of("t", "{}").uniqueKey("k").unique(Duration.ofHours(1));
            client.enqueue(task.onDuplicate(OnDuplicate.REPLACE));
            client.enqueue(task.onDuplicate(OnDuplicate.REPLACE).processIn(Duration.ofHours(1)));
            client.enqueue(task.onDuplicate(OnDuplicate.REPLACE));
            client.enqueue(task.onDuplicate(OnDuplicate.EXTEND));
            client.enqueue(task.debounce(Duration.ofHours(1)));
            client.enqueue(task.throttle(Duration.ofHours(1)));

            assertThat(AclRules.refusals(jedis)).isEmpty();
            Set<String> needed = AclRules.needed(jedis, Set.of(UniqueScript.STORE_UNIQUE));
            needed.removeAll(AclRules.commands("producer"));
            assertThat(needed).containsExactlyInAnyOrderElementsOf(
                    MORE.stream().map(rule -> rule.substring(1)).toList());
        }
    }
}
