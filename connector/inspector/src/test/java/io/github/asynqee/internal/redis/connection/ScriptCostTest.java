package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * A script takes a bounded time and executes a bounded number of commands in a queue of any size, because it blocks all other
 * clients of Redis.
 */
@Tag("thorough")
class ScriptCostTest {

    /** In each build the same calls meet fewer members, because adding them takes longer than all calls. */
    private static final int MANY = Sample.ALL ? 100_000 : 10_000;
    private static final int FEW = 10;
    /** Rows that many passes of a relay have stored and not closed; one pass stores 128. */
    private static final int ROWS = 10_000;
    private static final int SCRIPTS = 25;
    private static final int AT_ONCE = 5_000;
    private static final int TRIES = 8;
    /** In each build other processes may share the processor's caches: only the number of commands is strict there. */
    private static final long MAX_MICROS = Boolean.getBoolean("asynq.test.thorough") ? 5_000 : 10_000;
    /** Takes {@link #PACE} microseconds on an idle processor, and longer on a processor that other processes use. */
    private static final String REFERENCE = "for i = 1, 3000 do redis.call('EXISTS', 'none' .. i) end";
    private static final double PACE = 1_000;
    private static final long MAX_COMMANDS = 5_000;
    private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");
    private static final Pattern SECONDS = Pattern.compile("used_cpu_\\w+_main_thread:([\\d.]+)");

    /**
     * Adds members to all collections of the queue: tasks in the state of their collection, or without it, as tasks that were moved
     * or deleted since.
     */
    private static final String FILL = """
            local q, from, to, stale, rows = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1', tonumber(ARGV[4])
            local function task(set, state, i, ...)
              local id = set .. '-fill' .. i
              redis.call('HSET', q .. 't:' .. id, 'msg', 'm', 'state', stale and 'gone' or state, ...)
              return id
            end
            for i = from, to do
              redis.call('RPUSH', q .. 'pending', task('p', 'pending', i))
              redis.call('RPUSH', q .. 'typed', task('t', 'pending', i))
              local active = task('a', 'active', i)
              redis.call('ZADD', q .. 'lease', 1, active)
              redis.call('ZADD', q .. 'limit:running', 0, 'tenants a\\0' .. (stale and 'x' .. i or active))
              redis.call('RPUSH', q .. 'active', active)
              if i <= rows then
                redis.call('HSET', q .. 'outbox:o', 'fill' .. i, '')
              end
              if stale and i <= 1000 then
                -- expired leases of tasks that are not active, and of deleted tasks
                redis.call('ZADD', q .. 'lease', 0, task('l', 'active', i), 0, 'deleted' .. i)
              end
              for _, set in ipairs({'scheduled', 'retry', 'archived', 'completed'}) do
                redis.call('ZADD', q .. set, 1, task(set, set, i))
              end
              redis.call('ZADD', q .. 'g:g1', 1, task('g', 'aggregating', i, 'group', 'g1'))
              redis.call('SADD', q .. 'groups', 'fill' .. i)
              redis.call('ZADD', q .. 'batches', 1, 'fill' .. i)
              redis.call('ZADD', q .. 'limit:waiting', 0, 'tenants a\\0' .. string.format('%020d', i) .. 'fill' .. i)
              redis.call('ZADD', q .. 'limit:looks', 1, 'tenants ' .. i)
              redis.call('ZADD', q .. 'limit:turns', 1, 'fair:type ' .. i)
              redis.call('ZADD', q .. 'batch-open:b', -5, '7:defaultfill' .. i)
              redis.call('ZADD', q .. 'batch-failed:b', -5, '7:defaultfill' .. i)
              local set = q .. 'g:g1:fill' .. math.floor(i / 100)
              redis.call('ZADD', q .. 'aggregation_sets', 1, set)
              redis.call('ZADD', set, 1, task('s', 'aggregating', i, 'group', 'g1'))
            end
            """;

    /** The number of members of each collection. */
    private static final String SIZES = """
            local sizes, commands = {}, {list = 'LLEN', set = 'SCARD', zset = 'ZCARD', hash = 'HLEN'}
            for _, key in ipairs({'pending', 'typed', 'active', 'lease', 'scheduled', 'retry', 'archived', 'completed', 'g:g1',
              'groups', 'batches', 'limit:running', 'limit:waiting', 'limit:looks', 'limit:turns', 'batch-open:b',
              'batch-failed:b', 'outbox:o', 'aggregation_sets'}) do
              local size = commands[redis.call('TYPE', KEYS[1] .. key).ok]
              sizes[#sizes + 1] = size and redis.call(size, KEYS[1] .. key) or 0
            end
            return sizes
            """;

    private static Arguments filled = Arguments.of();
    private static List<?> sizes = List.of();

    /** Those that need the same members follow each other. */
    static Stream<Arguments> calls() {
        List<Script> scripts = Sample.of("cost of scripts", AllScripts.list(), SCRIPTS);
        return Stream.of(Arguments.of(FEW, false), Arguments.of(MANY, false), Arguments.of(MANY, true))
                .flatMap(fill -> scripts.stream()
                        .map(script -> Arguments.of(fill.get()[0], fill.get()[1], script)));
    }

    private static void fill(Jedis redis, int members, boolean stale) {
        TestRedis.SINGLE.clear();
        for (int from = 1; from <= members; from += AT_ONCE) {
            redis.eval(FILL, List.of(ScriptCalls.Q), List.of(String.valueOf(from),
                    String.valueOf(Math.min(members, from + AT_ONCE - 1)), stale ? "1" : "0", String.valueOf(ROWS)));
        }
        store(redis);
        filled = Arguments.of(members, stale);
        sizes = sizes(redis);
    }

    private static List<?> sizes(Jedis redis) {
        return (List<?>) redis.eval(SIZES, 1, ScriptCalls.Q);
    }

    /** Whether at most a fifth of each collection has been taken by calls since it was filled. */
    private static boolean isFilled(Jedis redis, int members, boolean stale) {
        if (!List.of(members, stale).equals(List.of(filled.get()))) {
            return false;
        }
        List<?> now = sizes(redis);
        return IntStream.range(0, now.size()).allMatch(i -> (long) now.get(i) >= (long) sizes.get(i) * 0.8);
    }

    private static void store(Jedis redis) {
        try (Pipeline pipeline = redis.pipelined()) {
            ScriptCalls.store(pipeline);
        }
    }

    private static long sum(Pattern numbers, String info) {
        double all = 0;
        Matcher number = numbers.matcher(info);
        while (number.find()) {
            // seconds of the processor have six digits
            all += numbers == SECONDS ? 1e6 * Double.parseDouble(number.group(1)) : Long.parseLong(number.group(1));
        }
        return Math.round(all);
    }

    @ParameterizedTest(name = "{2} beside {0} members, stale: {1}")
    @MethodSource("calls")
    void a_script_takes_milliseconds_beside_any_number_of_members(int members, boolean stale, Script script) {
        List<RedisCommand> calls = ScriptCalls.of(script);
        assertThat(calls).as("calls of %s in ScriptCalls", script).isNotEmpty();
        Jedis redis = TestRedis.SINGLE.nodes().get(0);
        for (RedisCommand call : calls) {
            long micros = Long.MAX_VALUE;
            for (int i = 0; i < TRIES && micros > MAX_MICROS; i++) {
                if (!isFilled(redis, members, stale)) {
                    fill(redis, members, stale);
                }
                store(redis);
                long commands = sum(CALLS, redis.info("commandstats"));
                long before = sum(SECONDS, redis.info("cpu"));
                redis.getConnection().executeCommand(call.toArgumentsWithText());
                long after = sum(SECONDS, redis.info("cpu"));
                assertThat(sum(CALLS, redis.info("commandstats")) - commands).as("commands of %s", call)
                        .isLessThan(MAX_COMMANDS);
                redis.eval(REFERENCE);
                double slowness = Math.max(1, (sum(SECONDS, redis.info("cpu")) - after) / PACE);
                micros = Math.min(micros, Math.round((after - before) / slowness));
            }
            assertThat(micros).as("microseconds of %s", call).isLessThan(MAX_MICROS);
        }
    }
}
