package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.outage.OutageLog;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Connection pools of a single server, of the master announced by Sentinels, or of the nodes of a cluster. Connects at
 * first use; a failed connection attempt is repeated at the next use.
 */
public final class RedisConnections implements AutoCloseable {

    private static final Logger LOG = System.getLogger(RedisConnections.class.getName());
    /** A connection that was idle for longer may have been closed by the server. */
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RedisConfig config;
    private final OutageLog outages;
    private final AtomicBoolean dataMissing;
    private final Map<Connection, Long> lastUse = Collections.synchronizedMap(new WeakHashMap<>());
    /** Connections that were borrowed and not returned yet. */
    private final Set<Connection> inUse = ConcurrentHashMap.newKeySet();
    private final NodeCalls calls;
    /** {@code null} without Sentinels. */
    private final Sentinels sentinels;
    private final Opening opening;

    public RedisConnections(RedisConfig config) {
        this.config = config;
        this.dataMissing = new AtomicBoolean();
        this.outages = new OutageLog(config.toString(), this::uses);
        this.sentinels = config.kind() == RedisConfig.Kind.SENTINEL ? new Sentinels(config) : null;
        this.calls = newCalls();
        this.opening = newOpening();
    }

    /**
     * Creates connections that share the log of outages and the Sentinels with other connections to the same Redis.
     * Close the other connections first.
     */
    public RedisConnections(RedisConnections others) {
        this.config = others.config;
        this.dataMissing = others.dataMissing;
        this.outages = others.outages;
        this.sentinels = others.sentinels;
        this.calls = newCalls();
        this.opening = newOpening();
    }

    private NodeCalls newCalls() {
        return new NodeCalls(new Access(), config.options().maxConnections(), config.options().commandTimeout());
    }

    private Opening newOpening() {
        return new Opening(this::topology, config.options().commandTimeout(), System::nanoTime);
    }

    private Topology topology() {
        ConnectionPoolConfig limits = new ConnectionPoolConfig();
        limits.setMaxTotal(config.options().maxConnections());
        limits.setMaxIdle(config.options().maxConnections());
        limits.setMaxWait(config.options().commandTimeout());
        limits.setJmxEnabled(false);
        // idle connections are checked when they are borrowed: the pool would log each broken one with a stack trace
        limits.setTestWhileIdle(false);
        return switch (config.kind()) {
            case SINGLE, PROXY -> OneMaster.server(config, limits);
            case SENTINEL -> OneMaster.watched(sentinels, config, limits);
            case CLUSTER -> new ClusterNodes(config, limits, calls, this::release);
        };
    }

    /** The log of outages, which gets the result of each command. */
    public OutageLog outages() {
        return outages;
    }

    /** Whether commands may be sent to a node, judged without sending a command. */
    private boolean uses(String node) {
        Topology topology = opening.opened();
        return topology == null || topology.uses(HostAndPort.from(node));
    }

    /**
     * Borrows a connection to the node of a key. If the key is {@code null}, it is a connection to the given node or,
     * if this node cannot be reached, to another node of the cluster. If the node is {@code null} too, it is a
     * connection to any node.
     *
     * @throws BrokerUnavailableException if no connection is available
     */
    Connection borrow(String key, HostAndPort node) {
        try {
            return borrowTrusted(key, node);
        } catch (BrokerUnavailableException e) {
            for (HostAndPort other : key == null && node != null ? answeringNodes() : List.<HostAndPort>of()) {
                try {
                    return borrowTrusted(null, other);
                } catch (BrokerUnavailableException alike) {
                    e.addSuppressed(alike);
                }
            }
            throw e;
        }
    }

    private Connection borrowTrusted(String key, HostAndPort node) {
        return borrowing("connect to",
                topology -> checked(
                        () -> taken(key == null && node != null ? topology.connect(node) : topology.connect(key))));
    }

    /** Borrows a connection to the target node of a redirection. */
    Connection borrow(HostAndPort node) {
        return borrowing("connect to node " + node + " of", topology -> taken(topology.connect(node)));
    }

    private <T> T using(String what, Function<Topology, T> source) {
        Topology topology = null;
        try {
            topology = opening.get();
            return source.apply(topology);
        } catch (JedisException e) {
            if (e.getCause() instanceof NoSuchElementException) {
                replaceIfLost(topology);
            }
            throw new BrokerUnavailableException("cannot " + what + " " + config + ": " + reason(e), e);
        }
    }

    /**
     * Replaces a pool that has lost connections. An error in a pool, such as a moment without memory, can lose
     * connections, which the pool still counts as used.
     */
    private void replaceIfLost(Topology exhausted) {
        int lost = exhausted.active() - inUse.size();
        if (lost >= config.options().maxConnections() / 2 && opening.forget(exhausted)) {
            FailureLog.write(LOG, Level.WARNING, "{0}: {1} connections were lost, probably for lack of memory: all are "
                    + "opened again", config, lost);
            exhausted.close();
        }
    }

    private Connection borrowing(String what, Function<Topology, Connection> source) {
        Connection connection = using(what, source);
        try {
            lastUse.put(connection, System.nanoTime());
            return connection;
        } catch (RuntimeException | Error e) {
            discard(connection);
            throw e;
        }
    }

    private Connection taken(Connection connection) {
        inUse.add(connection);
        return connection;
    }

    /** A borrowed connection, checked by a ping if it was idle. */
    private Connection checked(Supplier<Connection> pool) {
        Connection connection = pool.get();
        Long last = lastUse.get(connection);
        if (last == null || System.nanoTime() - last < TRUSTED_NANOS) {
            return connection;
        }
        try {
            connection.executeCommand(Command.PING);
            return connection;
        } catch (JedisDataException e) {
            // an error reply also proves that the connection works
            return connection;
        } catch (JedisException e) {
            discard(connection);
            return pool.get();
        } catch (RuntimeException | Error e) {
            discard(connection);
            throw e;
        }
    }

    /** The calls to nodes of a cluster. */
    public NodeCalls calls() {
        return calls;
    }

    /**
     * Returns the node of a Cluster to call for a key: the {@linkplain #node named} node, or the node that last served
     * the key; without a key, a node that does not hang. {@code null} without a Cluster, or if no node is known.
     */
    HostAndPort callable(String name, String key) {
        if (!isCluster()) {
            return null;
        }
        String known = name.isEmpty() ? outageNode(key) : name;
        return !known.isEmpty() ? HostAndPort.from(known) : key == null ? answeringNode() : null;
    }

    /** A node of the cluster that does not hang; {@code null} if none is known. */
    private HostAndPort answeringNode() {
        List<HostAndPort> nodes = answeringNodes();
        return nodes.isEmpty() ? null : nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
    }

    private List<HostAndPort> answeringNodes() {
        Topology topology = opening.opened();
        return topology == null ? List.of() : topology.answering();
    }

    /** The operations that a probe needs. */
    private final class Access implements NodeCalls.NodeAccess {

        @Override
        public void ping(HostAndPort node) {
            try (Connection connection = new Connection(node, ClientConfigs.ofProbes(config))) {
                connection.connect();
                connection.executeCommand(Command.PING);
            } catch (JedisDataException e) {
                // an error reply also proves that the node answers
                return;
            }
        }

        @Override
        public boolean refreshedServes(HostAndPort node) {
            refresh();
            return uses(node.toString());
        }

        @Override
        public void hangs(HostAndPort node, String reason) {
            outages.failed(node.toString(), true, reason);
        }

        @Override
        public void answers(HostAndPort node) {
            outages.succeeded(node.toString());
        }
    }

    /** Returns a borrowed connection to the pool. */
    void release(Connection connection) {
        if (!connection.isBroken()) {
            inUse.remove(connection);
            try {
                lastUse.put(connection, System.nanoTime());
            } finally {
                connection.close();
            }
            return;
        }
        lastUse.remove(connection);
        try {
            opening.get().discard(connection);
        } catch (JedisException e) {
            // the pool failed to replace the broken connection at once; the next borrower connects
            return;
        } finally {
            // only now, because closing may take a while, in which the pool counts the connection as used
            inUse.remove(connection);
        }
    }

    /** Returns a borrowed connection that must not be reused. */
    void discard(Connection connection) {
        connection.setBroken();
        release(connection);
    }

    /**
     * Opens a connection outside the pool to the node of a key, or to any node if the key is {@code null}, for blocking
     * reads.
     *
     * @throws BrokerUnavailableException if the connection fails
     */
    public DedicatedConnection open(String key) {
        try {
            DedicatedConnection connection = new DedicatedConnection(server(key),
                    ClientConfigs.of(config));
            connection.connect();
            return connection;
        } catch (JedisException e) {
            throw new BrokerUnavailableException("cannot connect to " + config + ": " + reason(e), e);
        }
    }

    /**
     * Opens a connection to a node with RESP3, so that Redis can send notifications on it.
     *
     * @param opening opens it
     * @throws BrokerUnavailableException if the connection fails
     */
    public <C extends Connection> C open(HostAndPort node, BiFunction<HostAndPort, JedisClientConfig, C> opening) {
        try {
            return opening.apply(node, ClientConfigs.ofPushes(config));
        } catch (JedisException e) {
            throw new BrokerUnavailableException("cannot connect to " + node + " of " + config + ": " + reason(e), e);
        }
    }

    private HostAndPort server(String key) {
        HostAndPort server = opening.get().server(key);
        if (server == null) {
            refresh();
            throw new JedisConnectionException("no node serves key " + key);
        }
        return server;
    }

    /** Whether a proxy passes on commands with keys only. */
    public boolean isProxy() {
        return config.isProxy();
    }

    /**
     * The masters: all nodes of a Cluster that serve slots, sorted by address, otherwise the single server; none behind
     * a proxy.
     *
     * @throws BrokerUnavailableException if none is known because no connection is available
     */
    List<HostAndPort> masters() {
        return using("find the masters of", Topology::masters);
    }

    /**
     * Number of replicas known to the Sentinels, including unreachable replicas; empty without Sentinels, or if none
     * answers.
     */
    OptionalInt replicasOfSentinel() {
        return sentinels == null ? OptionalInt.empty() : sentinels.replicas();
    }

    public boolean isCluster() {
        return config.kind() == RedisConfig.Kind.CLUSTER;
    }

    /** The node of a key according to the cached slots; {@code null} if unknown. */
    public HostAndPort address(String key) {
        try {
            return opening.get().server(key);
        } catch (JedisException e) {
            return null;
        }
    }

    /**
     * The name of the node that has a key in the log of outages: empty unless this is a cluster. A node that is down
     * may be missing in the map of the cluster; then the last known node is used.
     */
    String outageNode(String key) {
        return isCluster() && key != null ? name(topology -> topology.lastNode(key)) : "";
    }

    /** Name of the node of a key, for grouping commands into round trips; {@code ""} unless this is a cluster. */
    String node(String key) {
        return isCluster() && key != null ? name(topology -> topology.server(key)) : "";
    }

    private String name(Function<Topology, HostAndPort> of) {
        try {
            HostAndPort node = of.apply(opening.get());
            return node == null ? "" : node.toString();
        } catch (JedisException e) {
            // the node is not known yet
            return "";
        }
    }

    /** Refreshes the topology: the cached slots of a Cluster, the master named by the Sentinels. */
    public void refresh() {
        Topology topology = opening.opened();
        if (topology != null) {
            topology.refresh();
        }
    }

    /** Like {@link #refresh()}, by asking the node of a connection. */
    public void refresh(Connection connection) {
        opening.get().refresh(connection);
    }

    boolean isClosed() {
        return opening.isClosed();
    }

    /**
     * A command has failed at a master that Sentinels watch, or the master refuses writes. There may be another master
     * now.
     */
    void suspectMaster() {
        if (sentinels != null) {
            sentinels.suspectMaster();
        }
    }

    /** The master currently named by the Sentinels; {@code null} without Sentinels, or before their first answer. */
    HostAndPort sentinelMaster() {
        return sentinels == null || opening.opened() == null ? null : sentinels.master();
    }

    /** Asks the Sentinels whether another master has replaced this one, which refuses writes. */
    boolean isReplaced(HostAndPort former) {
        return sentinels.isReplaced(former);
    }

    private String reason(JedisException e) {
        return explained(RedisErrors.withCause(e));
    }

    /** A reason with the option of the connection that may have to be changed. */
    String explained(String reason) {
        return reason + ConnectionAdvice.of(config, reason);
    }

    /** Returns the error in the URL indicated by a refusal; empty if the URL is not the cause. */
    String adviceOn(JedisDataException reply) {
        return ConnectionAdvice.ofReply(config, reply);
    }

    /** Whether the server has no data, because it is a Sentinel. Reports this once, because it refuses each command. */
    boolean isWithoutData(JedisDataException reply) {
        boolean without = ConnectionAdvice.isWithoutData(config, reply);
        if (without && !dataMissing.getAndSet(true)) {
            FailureLog.write(LOG, Level.WARNING, "{0} refuses the commands of a server: {1}{2}", config,
                    reply.getMessage(), adviceOn(reply));
        }
        return without;
    }

    @Override
    public void close() {
        opening.close();
        calls.close();
        if (sentinels != null) {
            sentinels.close();
        }
        Topology topology = opening.opened();
        if (topology != null) {
            topology.close();
        }
        lastUse.clear();
        if (outages.silence().isLong()) {
            inUse.forEach(RedisConnections::abort);
        }
    }

    /** Closes a connection, so that a thread that waits for a reply on it fails at once. */
    private static void abort(Connection connection) {
        try {
            connection.forceDisconnect();
        } catch (IOException e) {
            // the connection is closed
            return;
        }
    }
}
