package io.github.asynqee.internal.redis.connection;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.asynqee.internal.outage.OutageLog;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.SentinelKeyword;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Connection pools of a single server, of the master announced by Sentinels, or of the nodes of a cluster. Connects at
 * first use; a failed connection attempt is repeated at the next use.
 */
public final class RedisConnections implements AutoCloseable {

    /** A connection that was idle for longer may have been closed by the server. */
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RedisConfig config;
    private final OutageLog outages;
    private final Map<Connection, Long> lastUse = Collections.synchronizedMap(new WeakHashMap<>());
    /** The node that last served a slot of a cluster. */
    private final Map<Integer, String> lastNodes = new ConcurrentHashMap<>();
    private final NodeCalls calls;
    /** {@code null} without Sentinels. */
    private final Sentinels sentinels;
    private final Opening opening;

    public RedisConnections(RedisConfig config) {
        this.config = config;
        this.outages = new OutageLog(config.toString(), this::serves);
        this.sentinels = config.kind() == RedisConfig.Kind.SENTINEL ? new Sentinels(config) : null;
        this.calls = newCalls();
        this.opening = newOpening();
    }

    /** Connections that share the log of outages and the Sentinels with others to the same Redis. To be closed after them. */
    public RedisConnections(RedisConnections others) {
        this.config = others.config;
        this.outages = others.outages;
        this.sentinels = others.sentinels;
        this.calls = newCalls();
        this.opening = newOpening();
    }

    private NodeCalls newCalls() {
        return new NodeCalls(new Access(), config.options().maxConnections(), config.options().commandTimeout());
    }

    private Opening newOpening() {
        return new Opening(() -> ConnectionPools.open(config, calls, sentinels), config.options().commandTimeout(),
                System::nanoTime);
    }

    /** The log of outages, which gets the result of each command. */
    public OutageLog outages() {
        return outages;
    }

    /** Whether a node of a cluster serves any key, by what is known without a command. */
    private boolean serves(String node) {
        return !(opening.opened() instanceof ClusterConnectionProvider cluster) || IntStream
                .range(0, Protocol.CLUSTER_HASHSLOTS)
                .mapToObj(cluster::getNode).anyMatch(address -> address != null && node.equals(address.toString()));
    }

    /**
     * Borrows a connection to the node of a key; if the key is {@code null} to the given node or, if it cannot be reached,
     * to another one of the cluster, or to any if the node is {@code null} too.
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
                provider -> checked(provider, source -> connection(source, key, node)));
    }

    /** Borrows a connection to the target node of a redirection. */
    Connection borrow(HostAndPort node) {
        return borrowing("connect to node " + node + " of",
                provider -> provider instanceof ClusterConnectionProvider cluster ? cluster.getConnection(node)
                        : provider.getConnection());
    }

    private <T> T using(String what, Function<ConnectionProvider, T> source) {
        try {
            return source.apply(provider());
        } catch (JedisException e) {
            throw new BrokerUnavailableException("cannot " + what + " " + config + ": " + reason(e), e);
        }
    }

    private Connection borrowing(String what, Function<ConnectionProvider, Connection> source) {
        Connection connection = using(what, source);
        lastUse.put(connection, System.nanoTime());
        return connection;
    }

    /** A borrowed connection, checked by a ping if it was idle. */
    private Connection checked(ConnectionProvider source, Function<ConnectionProvider, Connection> pool) {
        Connection connection = pool.apply(source);
        Long used = lastUse.get(connection);
        if (used == null || System.nanoTime() - used < TRUSTED_NANOS) {
            return connection;
        }
        try {
            connection.executeCommand(Command.PING);
            return connection;
        } catch (JedisDataException e) {
            // an error reply also proves that the connection works
            return connection;
        } catch (JedisException e) {
            // other idle connections are probably broken too, and checking each may take a timeout
            ConnectionPools.closeIdle(source, connection);
            discard(connection);
            return pool.apply(source);
        } catch (RuntimeException | Error e) {
            discard(connection);
            throw e;
        }
    }

    private static Connection connection(ConnectionProvider source, String key, HostAndPort node) {
        if (source instanceof ClusterConnectionProvider cluster && (key != null || node != null)) {
            return key == null ? cluster.getConnection(node)
                    : cluster.getConnectionFromSlot(JedisClusterCRC16.getSlot(key));
        }
        return source.getConnection();
    }

    /** The calls to nodes of a cluster. */
    public NodeCalls calls() {
        return calls;
    }

    /**
     * The node of a cluster that is called for a key: the {@linkplain #node named} one, the one that served the key
     * before, or without key one that does not hang. {@code null} unless this is a cluster, or if none is known.
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
        return opening.opened() instanceof ClusterConnectionProvider cluster ? cluster.getNodes().keySet().stream()
                .map(HostAndPort::from).filter(node -> !calls.isHung(node)).toList() : List.of();
    }

    /** What a probe of a node needs. */
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
            return serves(node.toString()) || lastNodes.entrySet().stream()
                    .anyMatch(last -> last.getValue().equals(node.toString()) && isUnserved(last.getKey()));
        }

        /** The map of a cluster may lack a node that is down. */
        private boolean isUnserved(int slot) {
            return opening.opened() instanceof ClusterConnectionProvider cluster && cluster.getNode(slot) == null;
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
            lastUse.put(connection, System.nanoTime());
            connection.close();
            return;
        }
        lastUse.remove(connection);
        try {
            connection.close();
        } catch (JedisException e) {
            // the pool failed to replace the broken connection at once; the next borrower connects
            return;
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
            DedicatedConnection connection = new DedicatedConnection(key == null ? anyNode() : nodeOf(key),
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

    /** The node of a borrowed connection, which is therefore reachable. */
    private HostAndPort anyNode() {
        if (provider() instanceof ClusterConnectionProvider cluster) {
            Connection connection = cluster.getConnection();
            try {
                return connection.getHostAndPort();
            } finally {
                release(connection);
            }
        }
        return nodeOf(null);
    }

    private HostAndPort nodeOf(String key) {
        ConnectionProvider source = provider();
        if (source instanceof ClusterConnectionProvider cluster) {
            HostAndPort node = cluster.getNode(JedisClusterCRC16.getSlot(key));
            if (node == null) {
                refresh();
                throw new JedisConnectionException("no node serves key " + key);
            }
            return node;
        }
        return source instanceof SentinelPools sentinel ? sentinel.master()
                : ClientConfigs.address(config.hosts().get(0));
    }

    /** Whether a proxy passes on commands with keys only. */
    public boolean isProxy() {
        return config.isProxy();
    }

    /**
     * The masters: all nodes of a cluster that serve slots, sorted by address, otherwise the one server; none behind a proxy.
     *
     * @throws BrokerUnavailableException if none is known because no connection is available
     */
    List<HostAndPort> masters() {
        return using("find the masters of", source -> {
            if (source instanceof ClusterConnectionProvider cluster) {
                renewSlots(cluster);
                return IntStream.range(0, Protocol.CLUSTER_HASHSLOTS).mapToObj(cluster::getNode)
                        .filter(Objects::nonNull).distinct().sorted(Comparator.comparing(HostAndPort::toString))
                        .toList();
            }
            return isProxy() ? List.of() : List.of(nodeOf(null));
        });
    }

    /** How many replicas the Sentinels know, also those that are away; empty without Sentinels, or if none answers. */
    OptionalInt replicasOfSentinel() {
        List<RedisConfig.Host> sentinels = config.kind() == RedisConfig.Kind.SENTINEL ? config.hosts() : List.of();
        return sentinels.stream().map(this::replicasOf).filter(OptionalInt::isPresent).findFirst()
                .orElse(OptionalInt.empty());
    }

    private OptionalInt replicasOf(RedisConfig.Host sentinel) {
        try (Connection connection = new Connection(ClientConfigs.address(sentinel),
                ClientConfigs.ofSentinels(config))) {
            connection.connect();
            Object replicas = connection.executeCommand(new CommandArguments(Command.SENTINEL)
                    .add(SentinelKeyword.REPLICAS).add(config.master()));
            return OptionalInt.of(Replies.list(replicas).size());
        } catch (JedisException e) {
            // it is away, or its user may not ask: another one may answer
            return OptionalInt.empty();
        }
    }

    public boolean isCluster() {
        return config.kind() == RedisConfig.Kind.CLUSTER;
    }

    /** The node of a key according to the cached slots; {@code null} if unknown. */
    public HostAndPort address(String key) {
        try {
            return isCluster() ? ((ClusterConnectionProvider) provider()).getNode(JedisClusterCRC16.getSlot(key))
                    : nodeOf(key);
        } catch (JedisException e) {
            return null;
        }
    }

    /**
     * The name of the node that has a key in the log of outages: empty unless this is a cluster. A node that is down may be
     * missing in the map of the cluster; then the last known one is used.
     */
    String outageNode(String key) {
        String node = node(key);
        return !node.isEmpty() || key == null || !isCluster() ? node
                : lastNodes.getOrDefault(JedisClusterCRC16.getSlot(key), "");
    }

    /** Name of the node of a key, for grouping commands into round trips; {@code ""} unless this is a cluster. */
    String node(String key) {
        HostAndPort node = key == null || !isCluster() ? null : address(key);
        if (node == null) {
            return "";
        }
        String name = node.toString();
        lastNodes.put(JedisClusterCRC16.getSlot(key), name);
        return name;
    }

    /** Refreshes what is known of the nodes: the cached slots of a cluster, the master that the Sentinels name. */
    public void refresh() {
        suspectMaster();
        if (opening.opened() instanceof ClusterConnectionProvider cluster) {
            try {
                renewSlots(cluster);
            } catch (JedisException e) {
                // the next command fails with the reason
                return;
            }
        }
    }

    /** The client library asks any node first: one that hangs would hold this thread. */
    private void renewSlots(ClusterConnectionProvider cluster) {
        HostAndPort node = calls.isAnyHung() ? answeringNode() : null;
        if (node == null) {
            cluster.renewSlotCache();
            return;
        }
        Connection connection = cluster.getConnection(node);
        try {
            cluster.renewSlotCache(connection);
        } finally {
            release(connection);
        }
    }

    /** Refreshes the cached slots of a cluster, using a given connection. */
    public void refresh(Connection connection) {
        if (opening.opened() instanceof ClusterConnectionProvider cluster) {
            cluster.renewSlotCache(connection);
        }
    }

    boolean isClosed() {
        return opening.isClosed();
    }

    private ConnectionProvider provider() {
        return opening.get();
    }

    /** A command has failed at a master that Sentinels watch, or it refuses writes: there may be another one now. */
    void suspectMaster() {
        if (sentinels != null) {
            sentinels.suspectMaster();
        }
    }

    /** The master that Sentinels name now; {@code null} without Sentinels, or before they were asked. */
    HostAndPort sentinelMaster() {
        return opening.opened() instanceof SentinelPools pools ? pools.master() : null;
    }

    /** Whether Sentinels name another master than this one, which refuses writes; asks them. */
    boolean isReplaced(HostAndPort former) {
        return sentinels.isReplaced(former);
    }

    private String reason(JedisException e) {
        return explained(RedisErrors.withCause(e));
    }

    /** A reason with the option of the connection that may have to be changed. */
    String explained(String reason) {
        return reason + TlsErrors.advice(config, reason);
    }

    @Override
    public void close() {
        opening.close();
        calls.close();
        if (sentinels != null) {
            sentinels.close();
        }
        ConnectionProvider current = opening.opened();
        if (current != null) {
            try {
                current.close();
            } catch (Exception e) {
                throw new BrokerException("cannot close the connection to " + config + ": " + e.getMessage(), e);
            }
        }
        lastUse.clear();
    }
}
