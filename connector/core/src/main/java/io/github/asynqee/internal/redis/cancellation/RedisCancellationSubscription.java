package io.github.asynqee.internal.redis.cancellation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.DedicatedConnection;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** {@link CancellationSubscription} on a dedicated connection, to any node of a cluster. */
public final class RedisCancellationSubscription implements CancellationSubscription {

    private static final int REMEMBERED = 10_000;
    /**
     * Tolerance for clock differences. A stored request has the time of its sender, a published request the time of its
     * receiver.
     */
    private static final Duration CLOCKS = Duration.ofMillis(500);

    private final RedisConnections connections;
    private final RedisExecutor executor;
    private final Clock clock;
    private final Duration longestSilence;
    /** Stored requests that were sent before the subscription. */
    private final Queue<Request> stored = new ArrayDeque<>();
    private boolean unread;
    /** ID of a task to the time of the last request that was passed on: the stored request is not passed on again. */
    private final Map<String, Instant> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };
    private DedicatedConnection connection;
    private boolean closed;

    /**
     * @param executor reads requests that were sent before the subscription
     * @param clock tells when a request is received
     * @param longestSilence the maximum silence, after which the connection counts as broken
     */
    public RedisCancellationSubscription(RedisConnections connections, RedisExecutor executor, Clock clock,
            Duration longestSilence) {
        this.connections = connections;
        this.executor = executor;
        this.clock = clock;
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
        stored.clear();
        unread = true;
        readStored();
    }

    /**
     * Reads stored requests. If the read fails, it is repeated with the next message, at the latest with the reply to a
     * ping.
     */
    private void readStored() {
        try {
            for (Request request : CancelRequests.read(executor)) {
                Instant last = known.get(request.taskId());
                if (last == null || request.at().isAfter(last.plus(CLOCKS))) {
                    stored.add(passOn(request));
                }
            }
            unread = false;
        } catch (BrokerException e) {
            unread = !RedisErrors.isDenied(e);
        }
    }

    private Request passOn(Request request) {
        known.remove(request.taskId());
        known.put(request.taskId(), request.at());
        return request;
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
    public Request next() {
        DedicatedConnection open = current();
        if (open == null) {
            throw new BrokerUnavailableException("there is no subscription to " + GlobalKeys.CANCEL, null);
        }
        try {
            while (stored.isEmpty()) {
                List<Object> message = open.nextMessage();
                if (!message.isEmpty()) {
                    return passOn(new Request(Replies.text(message.get(0)), clock.instant()));
                }
                if (unread) {
                    readStored();
                }
            }
            return stored.remove();
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
