package io.github.asynqee.internal.redis.cancellation;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.DedicatedConnection;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** {@link CancellationSubscription} on a dedicated connection, to any node of a cluster. */
public final class RedisCancellationSubscription implements CancellationSubscription {

    private final RedisConnections connections;
    private final Duration longestSilence;
    private DedicatedConnection connection;
    private boolean closed;

    /** @param longestSilence after which the connection counts as broken */
    public RedisCancellationSubscription(RedisConnections connections, Duration longestSilence) {
        this.connections = connections;
        this.longestSilence = longestSilence;
    }

    @Override
    public void subscribe() {
        use(null);
        DedicatedConnection opened = connections.open(null);
        try {
            opened.setSoTimeout((int) longestSilence.toMillis());
            opened.subscribe(GlobalKeys.CANCEL);
        } catch (JedisDataException e) {
            opened.closeNow();
            throw RedisErrors.refused("to subscribe to " + GlobalKeys.CANCEL, e);
        } catch (JedisException e) {
            opened.closeNow();
            throw new BrokerUnavailableException("Redis did not answer SUBSCRIBE: " + e.getMessage(), e);
        }
        use(opened);
    }

    /** Replaces the connection; {@code null} for none. */
    private synchronized void use(DedicatedConnection other) {
        if (connection != null) {
            connection.closeNow();
        }
        connection = other;
        if (closed && other != null) {
            other.closeNow();
            connection = null;
        }
        if (closed) {
            throw new BrokerUnavailableException("the subscription to " + GlobalKeys.CANCEL + " is closed", null);
        }
    }

    private synchronized DedicatedConnection current() {
        return connection;
    }

    @Override
    public String next() {
        DedicatedConnection open = current();
        if (open == null) {
            throw new BrokerUnavailableException("there is no subscription to " + GlobalKeys.CANCEL, null);
        }
        try {
            List<Object> message;
            do {
                message = open.nextMessage();
            } while (message.isEmpty());
            return Replies.text(message.get(0));
        } catch (JedisException e) {
            open.closeNow();
            connections.refresh();
            throw new BrokerUnavailableException(
                    "the subscription to " + GlobalKeys.CANCEL + " is broken: " + e.getMessage(), e);
        }
    }

    @Override
    public void ping() {
        DedicatedConnection open = current();
        if (open == null) {
            return;
        }
        try {
            open.sendNow(Command.PING);
        } catch (JedisException e) {
            // the reading thread fails too
            return;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connection != null) {
            connection.closeNow();
            connection = null;
        }
    }
}
