package io.github.asynqee.bench.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** A producer independent of the connector: writes the keys of asynq with plain commands, one pipeline per task. */
public final class StockPeer implements AutoCloseable {

    private static final int SIZE = 100;

    private final Jedis jedis;

    /** Connects. */
    public StockPeer(RedisMeter redis) {
        jedis = new Jedis(HostAndPort.from(redis.address()));
        // the first command of a connection takes longer
        jedis.ping();
    }

    /** Enqueues a task that can start now. */
    public void enqueue(String queue, int number) {
        BenchTask task = BenchTask.now(number);
        store(queue, task, "pending", (commands, keys, id) -> {
            commands.hset(keys.task(id), "pending_since", String.valueOf(task.readyAt()));
            commands.lpush(keys.pending(), id);
        });
    }

    /** Schedules a task for a whole second. */
    public void schedule(String queue, int number, Instant due) {
        store(queue, new BenchTask(number, BenchTask.nanos(due)), "scheduled",
                (commands, keys, id) -> commands.zadd(keys.scheduled(), due.getEpochSecond(), id));
    }

    private interface Placement {
        void send(Pipeline commands, QueueKeys keys, String id);
    }

    private void store(String queue, BenchTask task, String state, Placement placement) {
        QueueKeys keys = QueueKeys.of(queue);
        String id = UUID.randomUUID().toString();
        byte[] message = TaskMessage.builder(BenchTask.TYPE, id, queue).payload(task.payload(SIZE)).build().toBytes();
        Pipeline commands = jedis.pipelined();
        commands.sadd(GlobalKeys.QUEUES, queue);
        commands.hset(bytes(keys.task(id)), Map.of(bytes("msg"), message, bytes("state"), bytes(state)));
        placement.send(commands, keys, id);
        commands.sync();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public void close() {
        jedis.close();
    }
}
