package io.github.asynqee.internal.redis.connection;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The nodes of a Redis Cluster by the map of its slots, and a pool for each. */
final class ClusterNodes implements Topology {

    private static final String HOLES = "slots have holes";

    private final ClusterConnectionProvider cluster;
    private final NodeCalls calls;
    private final Consumer<Connection> release;
    private volatile boolean closed;
    /** The node that last served a slot: the map may lack a node that is down. */
    private final Map<Integer, HostAndPort> last = new ConcurrentHashMap<>();

    /**
     * Reads the map of the slots. The client library tries one node after the other, so a node that hangs would hold
     * all callers that wait for the map. Therefore the first node that answers a {@code PING} is tried first.
     *
     * @param calls know which nodes hang
     * @param release returns a connection to its pool
     */
    ClusterNodes(RedisConfig config, ConnectionPoolConfig limits, NodeCalls calls, Consumer<Connection> release) {
        this.calls = calls;
        this.release = release;
        Set<HostAndPort> hosts = new HashSet<>();
        config.hosts().forEach(host -> hosts.add(ClientConfigs.address(host)));
        this.cluster = connected(config, hosts, calls.firstToAnswer(hosts), limits);
    }

    private static ClusterConnectionProvider connected(RedisConfig config, Set<HostAndPort> hosts, HostAndPort first,
            ConnectionPoolConfig limits) {
        try {
            // kept by the client library, which asks these nodes in this order when it needs a new map
            Set<HostAndPort> inOrder = new CopyOnWriteArraySet<>(Set.of(first));
            ClusterConnectionProvider cluster = connected(config, inOrder, limits);
            inOrder.addAll(hosts);
            return cluster;
        } catch (JedisException e) {
            if (hosts.size() == 1) {
                throw e;
            }
            // the node may be loading its data, or may not be part of the cluster; another node may work
            return connected(config, hosts, limits);
        }
    }

    private static ClusterConnectionProvider connected(RedisConfig config, Set<HostAndPort> hosts,
            ConnectionPoolConfig limits) {
        try {
            return new ClusterConnectionProvider(hosts, ClientConfigs.of(config), limits);
        } catch (NullPointerException e) {
            // the client library expects an address of each node; its exception would not explain the cause
            throw new JedisConnectionException("the nodes of the cluster announce no addresses: set their "
                    + "cluster-preferred-endpoint-type to ip or hostname");
        } catch (JedisException e) {
            if (!RedisErrors.withCause(e).contains(HOLES)) {
                throw e;
            }
            return SlotHoles.accepted(() -> new ClusterConnectionProvider(hosts, ClientConfigs.of(config), limits));
        }
    }

    /**
     * Reads the map from a node. If the new map has holes, the client library silently keeps its old map. With the
     * property (see {@link SlotHoles}) it even accepts a map without any slot, which a node that has left the cluster
     * returns. Therefore the map is read and checked first.
     */
    private void renew(Connection connection) {
        List<?> ranges = Replies.list(connection.executeCommand(new CommandArguments(Command.CLUSTER).add("SLOTS")));
        long slots = ranges.stream().map(Replies::list)
                .mapToLong(range -> Replies.number(range.get(1)) - Replies.number(range.get(0)) + 1).sum();
        if (slots == 0 || slots == Protocol.CLUSTER_HASHSLOTS) {
            cluster.renewSlotCache(connection);
            return;
        }
        SlotHoles.accepted(() -> {
            cluster.renewSlotCache(connection);
            return cluster;
        });
    }

    @Override
    public Connection connect(String key) {
        try {
            return key == null ? cluster.getConnection()
                    : cluster.getConnectionFromSlot(JedisClusterCRC16.getSlot(key));
        } finally {
            closeAgain();
        }
    }

    @Override
    public Connection connect(HostAndPort node) {
        try {
            return cluster.getConnection(node);
        } finally {
            closeAgain();
        }
    }

    /**
     * The server of a key. Without a key, the server of a connection that is borrowed for this, because this server is
     * reachable.
     */
    @Override
    public HostAndPort server(String key) {
        if (key != null) {
            int slot = JedisClusterCRC16.getSlot(key);
            HostAndPort node = cluster.getNode(slot);
            if (node != null) {
                last.put(slot, node);
            }
            return node;
        }
        Connection connection = cluster.getConnection();
        try {
            return connection.getHostAndPort();
        } finally {
            release.accept(connection);
        }
    }

    @Override
    public HostAndPort lastNode(String key) {
        HostAndPort node = key == null ? null : server(key);
        return node != null || key == null ? node : last.get(JedisClusterCRC16.getSlot(key));
    }

    @Override
    public List<HostAndPort> masters() {
        renewSlots();
        return IntStream.range(0, Protocol.CLUSTER_HASHSLOTS).mapToObj(cluster::getNode).filter(Objects::nonNull)
                .distinct().sorted(Comparator.comparing(HostAndPort::toString)).toList();
    }

    /** Also true for a node whose former slot no node serves now. */
    @Override
    public boolean uses(HostAndPort node) {
        return IntStream.range(0, Protocol.CLUSTER_HASHSLOTS).mapToObj(cluster::getNode).anyMatch(node::equals)
                || last.entrySet().stream()
                        .anyMatch(former -> node.equals(former.getValue()) && cluster.getNode(former.getKey()) == null);
    }

    @Override
    public List<HostAndPort> answering() {
        return cluster.getNodes().keySet().stream().map(HostAndPort::from).filter(node -> !calls.isHung(node)).toList();
    }

    @Override
    public void refresh() {
        try {
            renewSlots();
        } catch (JedisException e) {
            // the next command fails with the reason
            return;
        } finally {
            closeAgain();
        }
    }

    /** The client library may try a node that hangs first, which would hold this thread. */
    private void renewSlots() {
        List<HostAndPort> answering = calls.isAnyHung() ? answering() : List.of();
        if (!answering.isEmpty()) {
            renewBy(cluster.getConnection(answering.get(ThreadLocalRandom.current().nextInt(answering.size()))));
            return;
        }
        try {
            renewBy(cluster.getConnection());
        } catch (JedisException e) {
            // if no known node is reachable, the client library tries the nodes of the URL
            cluster.renewSlotCache();
        }
    }

    private void renewBy(Connection borrowed) {
        try {
            renew(borrowed);
        } finally {
            release.accept(borrowed);
        }
    }

    @Override
    public void refresh(Connection connection) {
        renew(connection);
        closeAgain();
    }

    @Override
    public void discard(Connection broken) {
        ConnectionPool pool = cluster.getNodes().get(broken.getHostAndPort().toString());
        if (pool == null) {
            broken.close();
            return;
        }
        pool.clear();
        try {
            broken.close();
        } finally {
            if (closed) {
                // the pool may have replaced the connection while it was closed
                pool.clear();
            }
        }
    }

    /** Closes pools that an abandoned call has made the client library open after the close. */
    private void closeAgain() {
        if (closed) {
            cluster.close();
        }
    }

    @Override
    public int active() {
        return cluster.getNodes().values().stream().mapToInt(ConnectionPool::getNumActive).sum();
    }

    @Override
    public void close() {
        closed = true;
        cluster.close();
    }
}
