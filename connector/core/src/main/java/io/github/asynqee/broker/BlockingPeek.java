package io.github.asynqee.broker;

import java.time.Duration;

import io.github.asynqee.protocol.QueueKeys;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * {@link PendingPeek} by moving the head of the pending list onto itself, which changes nothing and waits while the list
 * is empty. The move never takes a task away: only the dequeue script does, which leases it in the same step.
 */
final class BlockingPeek implements PendingPeek {

    private static final Duration ANSWER_TIME = Duration.ofSeconds(3);

    private final RedisNodes nodes;
    private final String pending;
    private Connection connection;
    private boolean closed;

    BlockingPeek(RedisNodes nodes, String queue) {
        this.nodes = nodes;
        this.pending = QueueKeys.of(queue).pending();
    }

    @Override
    public boolean await(Duration limit) {
        Connection open = connection();
        try {
            open.setSoTimeout((int) limit.plus(ANSWER_TIME).toMillis());
            // 0 would mean for ever, and old servers cut 1 ms to 0
            RedisCall move = RedisCall.command(redis.clients.jedis.Protocol.Command.BLMOVE).key(pending).key(pending)
                    .arg("RIGHT").arg("RIGHT").arg(String.valueOf(Math.max(limit.toMillis(), 10) / 1000.0));
            return open.executeCommand(move.toArguments()) != null;
        } catch (JedisDataException e) {
            drop();
            throw RedisErrors.refused("to wait for " + pending, e);
        } catch (JedisException e) {
            drop();
            throw new BrokerUnavailableException("Redis did not answer while waiting for " + pending, e);
        }
    }

    private Connection connection() {
        synchronized (this) {
            if (closed) {
                throw new BrokerUnavailableException("the wait for " + pending + " is closed", null);
            }
            if (connection != null) {
                return connection;
            }
        }
        Connection opened = nodes.open(pending);
        synchronized (this) {
            if (closed) {
                opened.disconnect();
                throw new BrokerUnavailableException("the wait for " + pending + " is closed", null);
            }
            connection = opened;
            return opened;
        }
    }

    private synchronized void drop() {
        if (connection != null) {
            disconnect(connection);
            connection = null;
            nodes.refresh();
        }
    }

    private static void disconnect(Connection connection) {
        try {
            connection.forceDisconnect();
        } catch (java.io.IOException e) {
            // there is nothing left to be closed
            return;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connection != null) {
            disconnect(connection);
            connection = null;
        }
    }
}
