package io.github.asynqee.internal.redis.connection;

import java.util.List;

import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** The master that Sentinels name, and its pool; another pool when they name another master. */
final class WatchedMaster implements Topology {

    private final Sentinels sentinels;
    private final JedisClientConfig client;
    private final ConnectionPoolConfig limits;
    private volatile Current current;
    private boolean closed;

    private record Current(HostAndPort master, ServerPool pool) {}

    /** Asks for the master. */
    WatchedMaster(Sentinels sentinels, JedisClientConfig client, ConnectionPoolConfig limits) {
        this.sentinels = sentinels;
        this.client = client;
        this.limits = limits;
        pool();
    }

    /** The pool of the master of now. */
    private ServerPool pool() {
        HostAndPort master = sentinels.master();
        Current known = current;
        return known != null && known.master().equals(master) ? known.pool() : changed();
    }

    private synchronized ServerPool changed() {
        // asked again: it may have been replaced while this caller waited
        HostAndPort master = sentinels.master();
        Current known = current;
        if (known == null || !known.master().equals(master)) {
            current = new Current(master, new ServerPool(master, client, limits));
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
    public Connection connect(String key) {
        return pool().getResource();
    }

    @Override
    public Connection connect(HostAndPort redirectedTo) {
        return pool().getResource();
    }

    @Override
    public HostAndPort server(String key) {
        return sentinels.master();
    }

    @Override
    public List<HostAndPort> masters() {
        return List.of(sentinels.master());
    }

    @Override
    public boolean uses(HostAndPort other) {
        return true;
    }

    @Override
    public void refresh() {
        sentinels.suspectMaster();
    }

    @Override
    public void discard(Connection broken) {
        pool().clear();
        broken.close();
    }

    @Override
    public synchronized void close() {
        closed = true;
        current.pool().close();
    }
}
