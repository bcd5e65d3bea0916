package io.github.asynqee.bench.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.contender.BenchTask;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/**
 * A producer that knows nothing of the connector: it writes the keys that asynq documents with plain commands, one task at a
 * time, all commands of a task in one message to Redis. Its process is the harness, not the worker's.
 */
public final class StockPeer implements AutoCloseable {

    private static final int SIZE = 100;

    private final Jedis jedis;

    /**
     * Connects.
     *
     * @param redis where
     */
    public StockPeer(RedisMeter redis) {
        String address = redis.address();
        int colon = address.lastIndexOf(':');
        jedis = new Jedis(
                new HostAndPort(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))));
        // the first command of a connection takes longer
        jedis.ping();
    }

    /**
     * Enqueues a task that can be started now.
     *
     * @param queue where
     * @param number its number
     */
    public void enqueue(String queue, int number) {
        QueueKeys keys = QueueKeys.of(queue);
        String id = UUID.randomUUID().toString();
        BenchTask task = BenchTask.now(number);
        Pipeline commands = jedis.pipelined();
        commands.sadd(GlobalKeys.QUEUES, queue);
        commands.hset(bytes(keys.task(id)), fields(queue, id, task, "pending"));
        commands.hset(keys.task(id), "pending_since", String.valueOf(task.readyAt()));
        commands.lpush(keys.pending(), id);
        commands.sync();
    }

    /**
     * Schedules a task.
     *
     * @param queue where
     * @param number its number
     * @param due when it may be started, in whole seconds
     */
    public void schedule(String queue, int number, Instant due) {
        QueueKeys keys = QueueKeys.of(queue);
        String id = UUID.randomUUID().toString();
        BenchTask task = new BenchTask(number, BenchTask.nanos(due));
        Pipeline commands = jedis.pipelined();
        commands.sadd(GlobalKeys.QUEUES, queue);
        commands.hset(bytes(keys.task(id)), fields(queue, id, task, "scheduled"));
        commands.zadd(keys.scheduled(), due.getEpochSecond(), id);
        commands.sync();
    }

    private static Map<byte[], byte[]> fields(String queue, String id, BenchTask task, String state) {
        byte[] message = TaskMessage.builder(BenchTask.TYPE, id, queue).payload(task.payload(SIZE)).build().toBytes();
        return Map.of(bytes("msg"), message, bytes("state"), bytes(state));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public void close() {
        jedis.close();
    }
}
