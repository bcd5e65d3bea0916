package io.github.asynqee.internal.redis.connection;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The pools of the client library, one kind of them for each kind of Redis. */
final class ConnectionPools {

    private ConnectionPools() {}

    /**
     * Opens the pools of the kind of Redis that is configured.
     *
     * @param config hosts, kind and limits
     * @param calls finds a node of a cluster that answers
     * @param sentinels tell the master; {@code null} without Sentinels
     */
    static ConnectionProvider open(RedisConfig config, NodeCalls calls, Sentinels sentinels) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(config.options().maxConnections());
        pool.setMaxIdle(config.options().maxConnections());
        pool.setMaxWait(config.options().commandTimeout());
        pool.setJmxEnabled(false);
        // idle connections are checked when they are borrowed: the pool would log each broken one with a stack trace
        pool.setTestWhileIdle(false);
        Set<HostAndPort> hosts = new HashSet<>();
        config.hosts().forEach(host -> hosts.add(ClientConfigs.address(host)));
        return switch (config.kind()) {
            case SINGLE, PROXY -> new PooledConnectionProvider(hosts.iterator().next(), ClientConfigs.of(config), pool);
            case SENTINEL -> new SentinelPools(sentinels, ClientConfigs.of(config), pool);
            case CLUSTER -> cluster(config, calls, hosts, pool);
        };
    }

    /** The client library asks one node after the other for the map: one that hangs would hold all who wait for it. */
    private static ClusterConnectionProvider cluster(RedisConfig config, NodeCalls calls, Set<HostAndPort> hosts,
            ConnectionPoolConfig pool) {
        HostAndPort first = calls.firstToAnswer(hosts);
        try {
            // kept by the client library, which asks these nodes in this order when it needs a new map
            Set<HostAndPort> inOrder = new CopyOnWriteArraySet<>(Set.of(first));
            ClusterConnectionProvider cluster = connected(config, inOrder, pool);
            inOrder.addAll(hosts);
            return cluster;
        } catch (JedisException e) {
            if (hosts.size() == 1) {
                throw e;
            }
            // it may be loading its data, or may not be part of the cluster; another may do
            return connected(config, hosts, pool);
        }
    }

    private static ClusterConnectionProvider connected(RedisConfig config, Set<HostAndPort> hosts,
            ConnectionPoolConfig pool) {
        try {
            return new ClusterConnectionProvider(hosts, ClientConfigs.of(config), pool);
        } catch (NullPointerException e) {
            // the client library expects an address of each node
            throw new JedisConnectionException("the nodes of the cluster announce no addresses: set their "
                    + "cluster-preferred-endpoint-type to ip or hostname", e);
        }
    }

    /** Closes the idle connections to the node of a connection. */
    static void closeIdle(ConnectionProvider source, Connection connection) {
        if (source instanceof ClusterConnectionProvider cluster) {
            ConnectionPool pool = cluster.getNodes().get(connection.getHostAndPort().toString());
            if (pool != null) {
                pool.clear();
            }
        } else if (source instanceof SentinelPools sentinel) {
            sentinel.pool().getPool().clear();
        } else if (source instanceof PooledConnectionProvider single) {
            single.getPool().clear();
        }
    }
}
