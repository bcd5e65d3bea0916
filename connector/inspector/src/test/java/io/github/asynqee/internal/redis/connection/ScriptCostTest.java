package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * A script executes a bounded number of commands in a queue of any size, because it blocks all other clients of Redis.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = "asynq.test.thorough", matches = "true", disabledReason = "-Pthorough runs it")
class ScriptCostTest {

    private static final int MEMBERS = 10_000;
    private static final long MAX_COMMANDS = 5_000;
    private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");

    /**
     * Adds members without a task, and tasks that have been moved or deleted since, to all collections of the queue.
     */
    private static final String FILL = """
            local q, n = KEYS[1], tonumber(ARGV[1])
            for i = 1, n do
              local id = 'fill' .. i
              redis.call('HSET', q .. 't:' .. id, 'msg', 'm', 'state', 'gone')
              redis.call('RPUSH', q .. 'pending', id)
              redis.call('RPUSH', q .. 'active', id)
              for _, zset in ipairs({'lease', 'scheduled', 'retry', 'archived', 'completed', 'g:g1', 'batches'}) do
                redis.call('ZADD', q .. zset, 1, id)
              end
              redis.call('SADD', q .. 'groups', id)
              local place = string.format('%020d', i)
              redis.call('ZADD', q .. 'limit:waiting', 0, 'tenants a\\0' .. place .. id)
              redis.call('ZADD', q .. 'limit:running', 0, 'tenants a\\0' .. id)
              redis.call('ZADD', q .. 'limit:turns', 1, 'fair:type ' .. i)
              redis.call('ZADD', q .. 'batch-open:b', -5, '7:default' .. id)
            end
            for i = 1, n / 100 do
              redis.call('ZADD', q .. 'aggregation_sets', 1, q .. 'g:g1:fill' .. i)
              for j = 1, 100 do
                redis.call('ZADD', q .. 'g:g1:fill' .. i, 1, 'fill' .. (i * 100 + j))
              end
            end
            """;

    private static long commands(Jedis redis) {
        long all = 0;
        Matcher calls = CALLS.matcher(redis.info("commandstats"));
        while (calls.find()) {
            all += Long.parseLong(calls.group(1));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource(AllScripts.SOURCE)
    void a_script_executes_few_commands_in_a_large_queue(Script script) {
        Jedis redis = TestRedis.SINGLE.nodes().get(0);
        for (RedisCommand call : ScriptCalls.of(script)) {
            TestRedis.SINGLE.clear();
            redis.eval(FILL, 1, ScriptCalls.Q, String.valueOf(MEMBERS));
            try (Pipeline pipeline = redis.pipelined()) {
                ScriptCalls.store(pipeline);
            }
            long before = commands(redis);

            redis.getConnection().executeCommand(call.toArgumentsWithText());

            assertThat(commands(redis) - before).as("%s %s", script, call).isLessThan(MAX_COMMANDS);
        }
    }
}
