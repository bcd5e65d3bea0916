package io.github.asynqee.internal.redis.connection;

import java.util.List;

import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;

/** One server, or a proxy before several. */
final class OneServer implements Topology {

    private final HostAndPort server;
    private final boolean isProxy;
    private final ServerPool pool;

    /** Connects at first use. */
    OneServer(RedisConfig config, ConnectionPoolConfig limits) {
        this.server = ClientConfigs.address(config.hosts().get(0));
        this.isProxy = config.isProxy();
        this.pool = new ServerPool(server, ClientConfigs.of(config), limits);
    }

    @Override
    public Connection connect(String key) {
        return pool.getResource();
    }

    @Override
    public Connection connect(HostAndPort redirectedTo) {
        return pool.getResource();
    }

    @Override
    public HostAndPort server(String key) {
        return server;
    }

    @Override
    public List<HostAndPort> masters() {
        return isProxy ? List.of() : List.of(server);
    }

    @Override
    public boolean uses(HostAndPort other) {
        return true;
    }

    @Override
    public void refresh() {
        // it is always the same one
    }

    @Override
    public void discard(Connection broken) {
        pool.clear();
        broken.close();
    }

    @Override
    public void close() {
        pool.close();
    }
}
