package io.github.asynqee.internal.redis.tracking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import redis.clients.jedis.HostAndPort;

/**
 * Reads keys and keeps the replies until Redis says that the key has changed. For that there are two connections and two
 * threads per node on which keys are read, at any number of keys. Whatever happens to the connections, a key that
 * may have changed unheard is reported.
 *
 * <p>
 * A change is heard within about a millisecond. If a connection dies silently, changes are reported when that is found
 * out, after {@link TrackingIntervals#silence() 5 s} at most. What Redis itself does not say is found by a slow check of
 * at most 5 commands per second for all nodes together:
 * <ul>
 * <li>that a slot of a cluster has moved: after {@link TrackingIntervals#check() 15 s}, at any number of keys;
 * <li>that a key exists or does not: after {@code max(15 s, b / 4 s)}, where {@code b} is the number of {@code EXISTS}
 * with at most 1,000 keys each. One server or Sentinels: 15 s for up to 58,000 keys. Cluster: one {@code EXISTS} or two for
 * each slot, so 15 s for up to 30 queues, and 500 s for 1,000 queues at most;
 * <li>that a key that does exist has another value: after {@code max(15 s, (b + r) / 5 s)} with {@code r} replies kept about
 * such keys.
 * </ul>
 */
public final class TrackedReads implements AutoCloseable {

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
     * Reads keys. What is known costs nothing; the rest is asked for in as few round trips as possible. The replies are
     * kept if changes of the keys are heard; otherwise the keys are reported as soon as they can be heard.
     * <p>
     * A change may be reported before the call that has read the former value returns.
     *
     * @param reads commands that change nothing, each with exactly one key; best those that answer with nothing, 0 or an
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
            throw new IllegalArgumentException(read + " is no command with one key");
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
        byNode.forEach((node, some) -> {
            TrackedConnection connection = nodes.connection(node);
            if (connection != null) {
                connection.read(reads, some, replies);
            }
        });
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
     * Adds what is called with each key that may have changed since it was read, once until it is read again. It is
     * called by threads that hear of changes, and must return at once.
     */
    public void addListener(Consumer<String> onChange) {
        keys.addListener(onChange);
    }

    public void removeListener(Consumer<String> onChange) {
        keys.removeListener(onChange);
    }

    /** From now on, nodes on which keys are read are connected to in the background, by threads of this factory. */
    public void start(ThreadFactory threads) {
        nodes.start(threads);
    }

    /**
     * Nothing needs to be heard for now: Redis is soon relieved of watching keys, and nothing is reported. Every read asks
     * Redis, until {@link #resume()}.
     */
    public void pause() {
        if (!nodes.isPaused()) {
            nodes.pause(true);
        }
    }

    /** Ends {@link #pause()}: reports all keys that Redis has not watched meanwhile, and those that have been read since. */
    public void resume() {
        if (nodes.isPaused()) {
            nodes.pause(false);
        }
    }

    /** Whether a reply about this key is kept, so that its change will be reported. */
    public boolean isTracked(String key) {
        return !nodes.isPaused() && keys.isTracked(key);
    }

    /** Whether replies are kept and changes heard, on all nodes on which keys are read. */
    public boolean isTracking() {
        return nodes.isStarted() && !nodes.isPaused() && !nodes.all().isEmpty()
                && nodes.all().stream().allMatch(node -> node.connection() != null);
    }

    /** Why Redis does not say which keys change; empty if it does, or was not asked yet. */
    public Optional<String> refusal() {
        return nodes.all().stream().map(TrackedNode::refusal).filter(Objects::nonNull).findFirst();
    }

    /**
     * Ends the connections and their threads; reads are still answered, by the broker's other connections. May be
     * {@linkplain #start started} again.
     */
    @Override
    public void close() {
        nodes.close();
    }
}
