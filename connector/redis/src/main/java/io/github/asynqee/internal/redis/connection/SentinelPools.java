package io.github.asynqee.internal.redis.connection;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The pool of the master; another one when the Sentinels name another master. */
final class SentinelPools implements ConnectionProvider {

    private final Sentinels sentinels;
    private final JedisClientConfig client;
    private final ConnectionPoolConfig limits;
    private volatile Current current;
    private boolean closed;

    private record Current(HostAndPort master, PooledConnectionProvider pool) {}

    /** Asks for the master. */
    SentinelPools(Sentinels sentinels, JedisClientConfig client, ConnectionPoolConfig limits) {
        this.sentinels = sentinels;
        this.client = client;
        this.limits = limits;
        pool();
    }

    HostAndPort master() {
        return sentinels.master();
    }

    /** The pool of the master of now. */
    PooledConnectionProvider pool() {
        HostAndPort master = sentinels.master();
        Current known = current;
        return known != null && known.master().equals(master) ? known.pool() : changed(master);
    }

    private synchronized PooledConnectionProvider changed(HostAndPort master) {
        Current known = current;
        if (known == null || !known.master().equals(master)) {
            current = new Current(master, new PooledConnectionProvider(master, client, limits));
            if (closed) {
                current.pool().close();
            }
            if (known != null) {
                // connections that are in use are closed when they are returned
                known.pool().close();
            }
        }
        return current.pool();
    }

    @Override
    public Connection getConnection() {
        return pool().getConnection();
    }

    @Override
    public Connection getConnection(CommandArguments arguments) {
        return getConnection();
    }

    @Override
    public synchronized void close() {
        closed = true;
        current.pool().close();
    }
}
