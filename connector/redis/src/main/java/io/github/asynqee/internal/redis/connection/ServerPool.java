package io.github.asynqee.internal.redis.connection;

import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/**
 * The connections to one server. The pool of the client library replaces a broken connection when it is returned: the caller
 * would wait for a server that does not answer.
 */
final class ServerPool extends ConnectionPool {

    ServerPool(HostAndPort server, JedisClientConfig client, ConnectionPoolConfig limits) {
        super(server, client, limits);
    }

    @Override
    public void addObject() throws Exception {
        // those that wait for one that is returned do not connect themselves
        if (getNumWaiters() > 0) {
            super.addObject();
        }
    }
}
