package io.github.asynqee.internal.redis.tracking;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.redis.connection.DedicatedConnection;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The connection on which a node says which of the keys that another connection has read are changed. */
final class InvalidationSubscription {

    private static final String CHANNEL = "__redis__:invalidate";

    private final DedicatedConnection connection;
    private final long id;

    /**
     * Connects and subscribes.
     *
     * @throws BrokerUnavailableException if the node does not answer, or not yet
     * @throws BrokerException if the node refuses
     */
    InvalidationSubscription(RedisConnections connections, HostAndPort node, Duration longestSilence) {
        connection = connections.openTo(node);
        try {
            connection.setSoTimeout((int) longestSilence.toMillis());
            id = Replies.number(
                    connection.executeCommand(RedisCommand.command(Command.CLIENT).arg("ID").toArguments()));
            connection.executeCommand(RedisCommand.command(Command.SUBSCRIBE).arg(CHANNEL).toArguments());
        } catch (JedisDataException e) {
            close();
            throw RedisErrors.refused("the subscription to " + CHANNEL, e);
        } catch (JedisException e) {
            close();
            throw new BrokerUnavailableException("Redis did not answer SUBSCRIBE: " + e.getMessage(), e);
        } catch (ClassCastException | NumberFormatException e) {
            close();
            throw new BrokerException("what answers instead of Redis does not know CLIENT ID: " + e.getMessage(), e);
        }
    }

    /** By which number the node knows this connection. */
    long id() {
        return id;
    }

    /** Waits for the next message: {@code onKey} hears of each key in it, {@code onAll} that it is about all keys. */
    void next(Consumer<String> onKey, Runnable onAll) {
        try {
            if (connection.getUnflushedObject() instanceof List<?> push && push.size() == 3
                    && "message".equals(Replies.text(push.get(0)))) {
                if (push.get(2) == null) {
                    onAll.run();
                } else {
                    Replies.list(push.get(2)).forEach(key -> onKey.accept(Replies.text(key)));
                }
            }
        } catch (JedisDataException e) {
            // a PING that is refused has been answered all the same
            return;
        }
    }

    /** Asks for a sign of life; who waits for messages finds out if there is none. */
    void ping() {
        connection.sendNow(Command.PING);
    }

    void close() {
        try {
            connection.forceDisconnect();
        } catch (IOException e) {
            // there is nothing left to be closed
            return;
        }
    }
}
