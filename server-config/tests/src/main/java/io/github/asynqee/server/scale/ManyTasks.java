package io.github.asynqee.server.scale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

import com.google.protobuf.ByteString;
import io.github.asynqee.internal.protocol.wire.TaskMessage;
import redis.clients.jedis.Jedis;

/** Queues of 1,000 tasks each: pending, archived, to be retried and scheduled ones; made by scripts in Redis. */
final class ManyTasks {

    private static final int QUEUES_PER_CALL = 5;

    private static final String SCRIPT = """
            for q = tonumber(ARGV[1]), tonumber(ARGV[2]) do
              local name = string.format('queue-%04d', q)
              local prefix = 'asynq:{' .. name .. '}:'
              redis.call('SADD', 'asynq:queues', name)
              for t = 1, 1000 do
                local id = name .. '-' .. t
                local state = t <= 500 and 'pending' or t <= 800 and 'archived' or t <= 900 and 'retry' or 'scheduled'
                redis.call('HSET', prefix .. 't:' .. id, 'msg', ARGV[3], 'state', state)
                if state == 'pending' then
                  redis.call('LPUSH', prefix .. state, id)
                else
                  redis.call('ZADD', prefix .. state, ARGV[4] + (state == 'archived' and -t or 86400 + t), id)
                end
              end
            end""";

    private ManyTasks() {}

    static void write(Jedis redis, int queues, long now) {
        byte[] message = TaskMessage.newBuilder().setType("mail:send").setQueue("queue").setRetry(25).setRetried(1)
                .setErrorMsg("user 4711 is unknown").setLastFailedAt(now - 600)
                .setPayload(ByteString.copyFromUtf8("{\"to\":\"ann@example.com\"}")).build().toByteArray();
        for (int from = 1; from <= queues; from += QUEUES_PER_CALL) {
            redis.eval(SCRIPT.getBytes(UTF_8), List.of(), List.of(bytes(from),
                    bytes(Math.min(queues, from + QUEUES_PER_CALL - 1)), message, bytes(now)));
        }
    }

    private static byte[] bytes(long number) {
        return String.valueOf(number).getBytes(UTF_8);
    }
}
