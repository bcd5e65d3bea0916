package io.github.asynqee.internal.redis.connection;

import java.util.List;
import java.util.function.Supplier;

import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/**
 * One server, a proxy in front of several servers, or the master that Sentinels name. When they name another master, a
 * new pool is used.
 */
final class OneMaster implements Topology {

    private final Supplier<HostAndPort> named;
    private final Runnable suspect;
    private final boolean isProxy;
    private final JedisClientConfig client;
    private final ConnectionPoolConfig limits;
    private volatile Current current;
    private boolean closed;

    private record Current(HostAndPort master, ServerPool pool) {}

    /**
     * A pool that does not replace a broken connection when it is returned. The pool of the client library does, so
     * that the caller would wait for a server that does not answer.
     */
    private static final class ServerPool extends ConnectionPool {

        ServerPool(HostAndPort server, JedisClientConfig client, ConnectionPoolConfig limits) {
            super(server, client, limits);
        }

        @Override
        public void addObject() throws Exception {
            // callers that wait for a returned connection do not connect themselves
            if (getNumWaiters() > 0) {
                super.addObject();
            }
        }
    }

    /** Connects at first use. */
    static OneMaster server(RedisConfig config, ConnectionPoolConfig limits) {
        HostAndPort server = ClientConfigs.address(config.hosts().get(0));
        return new OneMaster(() -> server, () -> {}, config, limits);
    }

    /** Asks for the master. */
    static OneMaster watched(Sentinels sentinels, RedisConfig config, ConnectionPoolConfig limits) {
        return new OneMaster(sentinels::master, sentinels::suspectMaster, config, limits);
    }

    private OneMaster(Supplier<HostAndPort> named, Runnable suspect, RedisConfig config, ConnectionPoolConfig limits) {
        this.named = named;
        this.suspect = suspect;
        this.isProxy = config.isProxy();
        this.client = ClientConfigs.of(config);
        this.limits = limits;
        pool();
    }

    /** The pool of the current master. */
    private ServerPool pool() {
        HostAndPort master = named.get();
        Current known = current;
        return known != null && known.master().equals(master) ? known.pool() : changed();
    }

    private synchronized ServerPool changed() {
        // read again, because the master may have been replaced while this caller waited
        HostAndPort master = named.get();
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
        return named.get();
    }

    @Override
    public List<HostAndPort> masters() {
        return isProxy ? List.of() : List.of(named.get());
    }

    @Override
    public int active() {
        return current.pool().getNumActive();
    }

    @Override
    public boolean uses(HostAndPort other) {
        return true;
    }

    @Override
    public void refresh() {
        suspect.run();
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
