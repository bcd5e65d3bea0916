package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import io.github.asynqee.internal.feature.limit.LimitScript;
import io.github.asynqee.internal.feature.unique.UniqueScript;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisDataException;

/** A full Redis refuses scripts that store new tasks, and only these. */
class FullRedisTest {

    static List<Script> storing() {
        return List.of(EngineScript.ENQUEUE, EngineScript.SCHEDULE, EngineScript.ADD_TO_GROUP, EngineScript.FIRE_TICK,
                EngineScript.RUN_ENTRY_NOW, EngineScript.ANSWER_RUN, EngineScript.STORE_OUTBOX,
                UniqueScript.STORE_UNIQUE);
    }

    @ParameterizedTest
    @MethodSource("storing")
    void it_stores_no_new_task(Script script) {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = TestRedis.connect(redis)) {
            for (RedisCommand call : ScriptCalls.of(script)) {
                assertThat(hashesAfter(jedis, call, "1")).as("full").isEqualTo(hashesAfter(jedis, null, "0"));
            }
            assertThat(ScriptCalls.of(script)).anySatisfy(call -> assertThat(hashesAfter(jedis, call, "0"))
                    .as("not full").hasSizeGreaterThan(hashesAfter(jedis, null, "0").size()));
        }
    }

    @Test
    void it_closes_keys() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = TestRedis.connect(redis)) {
            hashesAfter(jedis, ScriptCalls.of(LimitScript.RELEASE_LIMITED).get(0), "1");

            assertThat(jedis.zscore(ScriptCalls.Q + "limit:closed", "tenants b")).isNotNull();
        }
    }

    private static Set<String> hashesAfter(Jedis jedis, RedisCommand call, String maxMemory) {
        jedis.flushAll();
        try (Pipeline pipeline = jedis.pipelined()) {
            ScriptCalls.store(pipeline);
        }
        jedis.configSet("maxmemory", maxMemory);
        try {
            if (call != null) {
                jedis.getConnection().executeCommand(call.toArgumentsWithText());
            }
        } catch (JedisDataException e) {
            assertThat(e).hasMessageContaining("OOM");
        } finally {
            jedis.configSet("maxmemory", "0");
        }
        return jedis.keys(ScriptCalls.Q + "t:*");
    }
}
