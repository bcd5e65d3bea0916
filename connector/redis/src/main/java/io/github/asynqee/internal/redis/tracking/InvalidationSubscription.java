package io.github.asynqee.internal.redis.tracking;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.asynqee.internal.redis.connection.DedicatedConnection;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The connection that receives invalidation messages for the keys read by another connection to the same node. */
final class InvalidationSubscription {

    private static final String CHANNEL = "__redis__:invalidate";

    private final DedicatedConnection connection;
    private final long id;

    /**
     * Connects and subscribes.
     *
     * @throws BrokerUnavailableException if the node does not reply or temporarily rejects commands
     * @throws BrokerException if the node rejects the subscription
     */
    InvalidationSubscription(RedisConnections connections, HostAndPort node, Duration longestSilence) {
        connection = connections.openTo(node);
        try {
            connection.setSoTimeout((int) longestSilence.toMillis());
            id = Replies.number(
                    connection.executeCommand(RedisCommand.command(Command.CLIENT).arg("ID").toArguments()));
            connection.subscribe(CHANNEL);
        } catch (JedisDataException e) {
            close();
            throw RedisErrors.refused("the subscription to " + CHANNEL, e);
        } catch (JedisException e) {
            close();
            throw new BrokerUnavailableException("Redis did not answer SUBSCRIBE: " + e.getMessage(), e);
        } catch (ClassCastException | NumberFormatException e) {
            close();
            throw new BrokerException("unexpected reply to CLIENT ID, the server may be a proxy: " + e.getMessage(), e);
        }
    }

    /** The client ID of this connection. */
    long id() {
        return id;
    }

    /**
     * Waits for the next message and calls {@code onKey} for each invalidated key, or {@code onAll} if all keys are
     * invalidated.
     */
    void next(Consumer<String> onKey, Runnable onAll) {
        List<Object> message = connection.nextMessage();
        if (message.isEmpty()) {
            return;
        }
        if (message.get(0) == null) {
            onAll.run();
        } else {
            Replies.list(message.get(0)).forEach(key -> onKey.accept(Replies.text(key)));
        }
    }

    /** Sends a ping; if there is no reply, the thread that waits for messages fails. */
    void ping() {
        connection.sendNow(Command.PING);
    }

    void close() {
        connection.closeNow();
    }
}
