package io.github.asynqee.console.scale;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;
import redis.clients.jedis.Jedis;

/** Many queues, tasks and groups, made by scripts in Redis. */
public final class LargeData {

    private static final int CHUNK = 5_000;

    private static final String QUEUES = """
            for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
              local name = string.format('queue-%06d', i)
              local prefix = 'asynq:{' .. name .. '}:'
              redis.call('SADD', 'asynq:queues', name)
              redis.call('SET', prefix .. 'processed', i)
              redis.call('SET', prefix .. 'processed:' .. ARGV[3], 7)
              for t = 1, i % 5 == 0 and tonumber(ARGV[5]) or 0 do
                local id = name .. '-' .. t
                redis.call('HSET', prefix .. 't:' .. id, 'msg', ARGV[4], 'state', 'pending', 'pending_since',
                    '1700000000000000000')
                redis.call('LPUSH', prefix .. 'pending', id)
              end
            end""";

    private static final String ARCHIVED = """
            redis.call('SADD', 'asynq:queues', 'archive')
            for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
              redis.call('HSET', 'asynq:{archive}:t:a' .. i, 'msg', ARGV[4], 'state', 'archived')
              redis.call('ZADD', 'asynq:{archive}:archived', 1700000000 + i, 'a' .. i)
            end""";

    private static final String GROUPS = """
            redis.call('SADD', 'asynq:queues', 'grouped')
            for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
              redis.call('SADD', 'asynq:{grouped}:groups', 'g' .. i)
              redis.call('ZADD', 'asynq:{grouped}:g:g' .. i, 1700000000 + i, 'm' .. i)
              redis.call('HSET', 'asynq:{grouped}:t:m' .. i, 'msg', ARGV[4], 'state', 'aggregating', 'group', 'g' .. i)
            end""";

    private final Jedis jedis;
    private final String yesterday;

    public LargeData(Jedis jedis, String yesterday) {
        this.jedis = jedis;
        this.yesterday = yesterday;
    }

    /** Queues. Every fifth queue has some pending tasks. */
    public LargeData queues(int number, int tasks) {
        return run(QUEUES, number, TaskMessage.builder("type", "x", "queue").build(), tasks);
    }

    /** Archived tasks in the queue {@code archive}. */
    public LargeData archived(int number) {
        return run(ARCHIVED, number, TaskMessage.builder("type", "x", "archive").build()
                .failed("user 4711 is unknown", Instant.ofEpochSecond(1_700_000_000), true), 0);
    }

    /** Groups of one task each in the queue {@code grouped}; all tasks have the message of one of group {@code g17}. */
    public LargeData groups(int number) {
        return run(GROUPS, number, TaskMessage.builder("type", "x", "grouped").group("g17").build(), 0);
    }

    private LargeData run(String script, int number, TaskMessage message, int tasks) {
        for (int from = 1; from <= number; from += CHUNK) {
            jedis.eval(script.getBytes(StandardCharsets.UTF_8), List.of(), List.of(bytes(from),
                    bytes(Math.min(number, from + CHUNK - 1)), bytes(yesterday), message.toBytes(), bytes(tasks)));
        }
        return this;
    }

    private static byte[] bytes(Object value) {
        return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    }
}
