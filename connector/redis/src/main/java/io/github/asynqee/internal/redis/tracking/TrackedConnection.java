package io.github.asynqee.internal.redis.tracking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** A connection to one node that reads keys and receives their invalidation messages. */
final class TrackedConnection {

    private static final int PIPELINE = 256;
    private static final RedisCommand PING = RedisCommand.command(Command.PING);
    private static final RedisCommand ON = RedisCommand.command(Command.CLIENT).arg("TRACKING").arg("ON");
    private static final RedisCommand OFF = RedisCommand.command(Command.CLIENT).arg("TRACKING").arg("OFF");

    private final TrackedKeys keys;
    private final long pingNanos;
    private final PushConnection connection;
    private final Runnable onEnd;
    /** Held from before a key is registered until its reply is cached. */
    private final ReentrantLock reading = new ReentrantLock();
    private boolean tracking = true;
    private long lastAnswer = System.nanoTime();
    private volatile BrokerException failure;

    /**
     * Connects and turns tracking on.
     *
     * @throws BrokerUnavailableException if the node does not reply or temporarily rejects commands
     * @throws BrokerException if the node rejects key tracking
     */
    TrackedConnection(RedisConnections connections, HostAndPort node, TrackingIntervals intervals, TrackedKeys keys,
            Runnable onEnd) {
        this.keys = keys;
        this.pingNanos = intervals.ping().toNanos();
        this.onEnd = onEnd;
        this.connection = connections.open(node, PushConnection::to);
        try {
            connection.executeCommand(ON.toArguments());
            connection.handOver(intervals.silence());
        } catch (JedisDataException e) {
            connection.closeNow();
            throw RedisErrors.refused("CLIENT TRACKING", e);
        } catch (JedisException e) {
            connection.closeNow();
            throw new BrokerUnavailableException("Redis did not answer CLIENT TRACKING: " + e.getMessage(), e);
        }
    }

    boolean isOpen() {
        return failure == null;
    }

    /** The reason why the connection was closed; {@code null} while it is open. */
    BrokerException failure() {
        return failure;
    }

    /** Receives replies and invalidation messages until the connection fails. */
    void listen() {
        try {
            connection.listen(this::changed);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void changed(List<?> names) {
        if (names == null) {
            keys.allChanged(this);
        } else {
            names.forEach(name -> keys.changed(Replies.text(name), this));
        }
    }

    /** Reads keys and caches the replies. The reply stays {@code null} if the key must be read in another way. */
    void read(List<RedisCommand> reads, List<Integer> positions, Reply[] replies) {
        for (int from = 0; from < positions.size(); from += PIPELINE) {
            List<Integer> some = positions.subList(from, Math.min(from + PIPELINE, positions.size()));
            List<Reply> answers = read(some.stream().map(reads::get).toList());
            for (int i = 0; i < some.size(); i++) {
                replies[some.get(i)] = answers.get(i);
            }
        }
    }

    private List<Reply> read(List<RedisCommand> reads) {
        reading.lock();
        try {
            List<TrackedKey> entered = new ArrayList<>();
            if (isOpen()) {
                reads.forEach(read -> entered.add(keys.enter(read.routingKey(), this)));
            }
            List<Reply> replies = turnOnAndSend(reads);
            for (int i = 0; i < entered.size(); i++) {
                Reply reply = replies.get(i);
                if (reply != null && reply.error() == null) {
                    entered.get(i).keep(reads.get(i), reply);
                } else if (reply != null && reply.error() instanceof BrokerUnavailableException) {
                    // the key moved to another node, or is temporarily unavailable
                    replies.set(i, null);
                }
            }
            return replies;
        } finally {
            reading.unlock();
        }
    }

    private List<Reply> turnOnAndSend(List<RedisCommand> reads) {
        if (tracking) {
            return send(reads);
        }
        List<RedisCommand> commands = new ArrayList<>(List.of(ON));
        commands.addAll(reads);
        tracking = true;
        List<Reply> replies = send(commands);
        failIfRefused(replies.get(0));
        return isOpen() ? replies.subList(1, replies.size()) : unanswered(reads);
    }

    /** One round trip; the caller holds the lock. A missing reply is {@code null}. */
    private List<Reply> send(List<RedisCommand> commands) {
        List<Reply> replies = unanswered(commands);
        if (!isOpen()) {
            return replies;
        }
        try {
            commands.forEach(command -> connection.sendCommand(command.toArguments()));
            for (int i = 0; i < commands.size(); i++) {
                try {
                    replies.set(i, new Reply(connection.getOne(), null));
                } catch (JedisDataException e) {
                    replies.set(i, new Reply(null, RedisErrors.refused(commands.get(i).toString(), e)));
                }
            }
            lastAnswer = System.nanoTime();
        } catch (JedisException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        return replies;
    }

    private static List<Reply> unanswered(List<RedisCommand> commands) {
        return Arrays.asList(new Reply[commands.size()]);
    }

    private void failIfRefused(Reply reply) {
        if (reply != null && reply.error() != null) {
            fail(reply.error());
        }
    }

    boolean isReading() {
        return reading.isLocked();
    }

    /** Sends commands without caching the replies. A missing reply is {@code null}. */
    List<Reply> sendUncached(List<RedisCommand> commands) {
        reading.lock();
        try {
            return send(commands);
        } finally {
            reading.unlock();
        }
    }

    /** Refreshes the cached slots of the cluster, using this connection. */
    void refresh(RedisConnections connections) {
        if (!reading.tryLock()) {
            return;
        }
        try {
            connections.refresh(connection);
            if (connection.isBroken()) {
                fail(new BrokerUnavailableException("Redis did not answer CLUSTER SLOTS", null));
            }
        } finally {
            reading.unlock();
        }
    }

    /** Turns tracking off; the keys of this connection become untracked. */
    void turnOff() {
        reading.lock();
        try {
            if (tracking) {
                send(List.of(OFF));
                tracking = false;
            }
            keys.untrack(this);
        } finally {
            reading.unlock();
        }
    }

    /** Sends a ping if nothing else was sent; a missing reply closes the connection. */
    void ping() {
        if (!reading.tryLock()) {
            return;
        }
        try {
            if (System.nanoTime() - lastAnswer >= pingNanos) {
                send(List.of(PING));
            }
        } finally {
            reading.unlock();
        }
    }

    /** Closes the connection; the first failure is kept. */
    void fail(Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failure = new BrokerUnavailableException(
                        "the connection that receives invalidation messages is broken: "
                                + cause.getMessage(),
                        cause);
            }
        }
        connection.closeNow();
        onEnd.run();
    }

    /** Reports all keys as changed, after the connection was closed. No further reply is cached. */
    void reportAll() {
        reading.lock();
        try {
            keys.allChanged(this);
        } finally {
            reading.unlock();
        }
    }
}
