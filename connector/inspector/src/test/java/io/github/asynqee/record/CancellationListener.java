package io.github.asynqee.record;

import java.util.List;

import io.github.asynqee.redis.TestRedis;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** Subscribes to requests for cancellation, as every server does. */
final class CancellationListener implements AutoCloseable {

    private final Jedis jedis;
    private final Connection connection;

    public CancellationListener(TestRedis redis) {
        this.jedis = redis.connect();
        this.connection = jedis.getConnection();
        connection.sendCommand(Command.SUBSCRIBE, "asynq:cancel");
        connection.getOne();
    }

    /** Waits for the next message. */
    String next() {
        return Raw.text(Raw.of((byte[]) ((List<?>) connection.getOne()).get(2)));
    }

    @Override
    public void close() {
        jedis.close();
    }
}
