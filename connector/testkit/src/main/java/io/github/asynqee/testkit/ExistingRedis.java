package io.github.asynqee.testkit;

import java.net.URI;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** An existing server, used by the tests and left empty. */
record ExistingRedis(String url) implements AutoCloseable {

    /** Checks that the server is empty, or deletes its data if this is allowed by a system property. */
    static ExistingRedis claim(String url, boolean mayFlush, String permission) {
        URI uri = URI.create(url);
        String name = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
        try (Jedis jedis = Connections.to(url)) {
            ServerInfo info = ServerInfo.of(jedis);
            if (!info.databases().isEmpty() && !mayFlush) {
                throw new RedisStartException("The Redis at " + name + " is not empty: " + info.databases()
                        + ". Tests delete everything in it: to allow that, set the system property "
                        + permission + "=true");
            }
            jedis.flushAll();
        } catch (JedisException e) {
            throw new RedisStartException("The Redis at " + name + " cannot be used: " + e.getMessage(), e);
        }
        return new ExistingRedis(url);
    }

    @Override
    public void close() {
        try (Jedis jedis = Connections.to(url)) {
            jedis.flushAll();
        } catch (JedisException e) {
            // the server was stopped; there is nothing to delete
        }
    }
}
