package io.github.asynqee.internal.redis.tracking;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.internal.outage.Silence;
import io.github.asynqee.internal.redis.connection.NodeCalls;
import io.github.asynqee.internal.redis.connection.NodeCalls.End;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;

/**
 * Reads keys and caches the replies until Redis reports a change of the key ({@code CLIENT TRACKING}). Each node on
 * which keys are read has one connection and two threads, for any number of keys. If a connection fails, all keys that
 * may have changed without notice are reported.
 *
 * <p>
 * A change is reported within about a millisecond. If a connection breaks silently, changes are reported when this is
 * detected, after at most {@link TrackingIntervals#silence() 5 s}. Changes that Redis does not report are found by a
 * slow check of at most 5 commands per second for all nodes together:
 * <ul>
 * <li>a slot of a cluster moved: after {@link TrackingIntervals#check() 15 s}, at any number of keys;
 * <li>a key was created or deleted: after {@code max(15 s, b / 4 s)}, where {@code b} is the number of {@code EXISTS}
 * with at most 1,000 keys each. One server or Sentinels: 15 s for up to 58,000 keys. Cluster: one or two {@code EXISTS}
 * for each slot, so 15 s for up to 30 queues, and 500 s for 1,000 queues at most;
 * <li>an existing key has another value: after {@code max(15 s, (b + r) / 5 s)} with {@code r} cached replies for
 * existing keys.
 * </ul>
 */
public final class TrackedReads {

    private static final Logger LOG = System.getLogger(TrackedReads.class.getName());
    private static final String PROXY = "a proxy passes on no notifications";

    private final RedisConnections connections;
    private final RedisExecutor executor;
    private final TrackedKeys keys = new TrackedKeys();
    private final TrackedNodes nodes;

    public TrackedReads(RedisConnections connections, RedisExecutor executor) {
        this(connections, executor, TrackingIntervals.DEFAULT);
    }

    public TrackedReads(RedisConnections connections, RedisExecutor executor, TrackingIntervals intervals) {
        this.connections = connections;
        this.executor = executor;
        this.nodes = new TrackedNodes(connections, keys, intervals);
    }

    /**
     * Reads keys. Cached replies need no round trip; the others are read in as few round trips as possible. Replies are
     * cached if their keys are tracked; untracked keys are reported as soon as they can be tracked.
     * <p>
     * A change may be reported before the call that read the former value returns.
     *
     * @param reads read-only commands, each with exactly one key; preferably commands that reply with nothing, 0 or an
     *        empty list only if the key does not exist
     * @return the replies, in the same order
     * @throws BrokerUnavailableException if the broker is closed
     */
    public List<Reply> read(List<RedisCommand> reads) {
        Reply[] replies = new Reply[reads.size()];
        boolean on = nodes.isStarted() && !nodes.isPaused();
        List<Integer> missing = new ArrayList<>();
        for (int i = 0; i < replies.length; i++) {
            requireOneKey(reads.get(i));
            replies[i] = on ? keys.reply(reads.get(i)) : null;
            if (replies[i] == null) {
                missing.add(i);
            }
        }
        if (on && !missing.isEmpty()) {
            readTracked(reads, missing, replies);
            missing.removeIf(i -> replies[i] != null);
        }
        if (!missing.isEmpty()) {
            readUntracked(reads, missing, replies);
        }
        return Arrays.asList(replies);
    }

    /** Reads one key, as {@link #read(List)} does, and returns the reply itself. */
    public Object read(RedisCommand read) {
        return read(List.of(read)).get(0).get();
    }

    private static void requireOneKey(RedisCommand read) {
        if (read.isScript() || read.keyCount() != 1) {
            throw new IllegalArgumentException(read + " must be a plain command with exactly one key");
        }
    }

    private void readTracked(List<RedisCommand> reads, List<Integer> positions, Reply[] replies) {
        Map<HostAndPort, List<Integer>> byNode = new LinkedHashMap<>();
        for (int i : positions) {
            HostAndPort node = connections.address(reads.get(i).routingKey());
            if (node != null) {
                byNode.computeIfAbsent(node, address -> new ArrayList<>()).add(i);
            }
        }
        List<Runnable> ends = new ArrayList<>();
        byNode.forEach((node, some) -> {
            TrackedConnection connection = nodes.connection(node);
            if (connection != null) {
                ends.add(begin(connection, node, reads, some, replies));
            }
        });
        ends.forEach(Runnable::run);
    }

    /**
     * Begins to read keys of a node; returns an action that waits for their replies. A connection to a node that hangs
     * is given up; its keys are read in another way, or not at all.
     */
    private Runnable begin(TrackedConnection connection, HostAndPort node, List<RedisCommand> reads,
            List<Integer> some, Reply[] replies) {
        if (!connections.isCluster()) {
            return () -> readAlone(connection, reads, some, replies);
        }
        Reply[] answers = new Reply[replies.length];
        NodeCalls.Call call = connections.calls().isHung(node) ? null
                : connections.calls().start(node, () -> {
                    connection.read(reads, some, answers);
                    return some.stream().anyMatch(i -> answers[i] != null);
                });
        return () -> {
            End end = call == null ? End.HUNG : call.await();
            if (end == End.DONE) {
                some.forEach(i -> replies[i] = answers[i]);
            } else if (end == End.HUNG) {
                connection.fail(new BrokerUnavailableException("node " + node + " does not answer", null));
            }
        };
    }

    private void readAlone(TrackedConnection connection, List<RedisCommand> reads, List<Integer> some,
            Reply[] replies) {
        try (Silence.Call call = connections.outages().silence().begin()) {
            connection.read(reads, some, replies);
            if (some.stream().anyMatch(i -> replies[i] != null)) {
                call.answered();
            }
        }
    }

    private void readUntracked(List<RedisCommand> reads, List<Integer> positions, Reply[] replies) {
        List<Reply> answers = executor.send(positions.stream().map(reads::get).toList());
        for (int i = 0; i < positions.size(); i++) {
            replies[positions.get(i)] = answers.get(i);
        }
        if (nodes.isStarted()) {
            for (int i : positions) {
                String key = reads.get(i).routingKey();
                keys.addUntracked(key);
                nodes.prepare(key);
            }
        }
    }

    /**
     * Adds a listener that is called with each key that may have changed since it was read, once until it is read
     * again. Called on internal threads; must return at once.
     */
    public void addListener(Consumer<String> onChange) {
        keys.addListener(onChange);
    }

    public void removeListener(Consumer<String> onChange) {
        keys.removeListener(onChange);
    }

    /** Starts tracking: nodes on which keys are read are connected in the background, on threads of this factory. */
    public void start(ThreadFactory threads) {
        if (connections.isProxy()) {
            LOG.log(Level.INFO,
                    "{0}: queues are polled, at least every task-check-interval and delayed-task-check-interval, "
                            + "requests to cancel tasks every second",
                    PROXY);
            return;
        }
        nodes.start(threads);
    }

    /**
     * Suspends tracking to relieve Redis: nothing is reported, and every read sends a command until {@link #resume()}.
     */
    public void pause() {
        if (!nodes.isPaused()) {
            nodes.pause(true);
        }
    }

    /** Ends {@link #pause()}: reports all keys that were untracked or read during the pause. */
    public void resume() {
        if (nodes.isPaused()) {
            nodes.pause(false);
        }
    }

    /** Drops a key that is no longer read, with its cached value; its changes are no longer reported. */
    public void forget(String key) {
        keys.forget(key);
    }

    /** Whether a reply for this key is cached, so that its change will be reported. */
    public boolean isTracked(String key) {
        return !nodes.isPaused() && keys.isTracked(key);
    }

    /** Whether tracking is active on all nodes on which keys are read. */
    public boolean isTracking() {
        return !nodes.isPaused() && isConnected();
    }

    /** Whether all nodes on which keys are read have accepted tracking; it may be {@linkplain #pause() suspended}. */
    public boolean isConnected() {
        return nodes.isStarted() && !nodes.all().isEmpty()
                && nodes.all().stream().allMatch(node -> node.connection() != null);
    }

    /** The reason why Redis rejects key tracking; empty if Redis accepts it, or was not connected yet. */
    public Optional<String> refusal() {
        if (connections.isProxy()) {
            return Optional.of(PROXY);
        }
        return nodes.all().stream().map(TrackedNode::refusal).filter(Objects::nonNull).findFirst();
    }

    /**
     * Closes the connections and ends their threads. Reads still work, on the broker's other connections. Tracking may
     * be {@linkplain #start started} again.
     *
     * @param time how long to wait for the threads
     */
    public void close(StopTime time) {
        nodes.close(time);
    }
}
