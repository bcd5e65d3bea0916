package io.github.asynqee.testkit;

import java.net.URI;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;

/** Connections for this library's own commands. */
final class Connections {

    private static final int PATIENCE_MILLIS = 60_000;

    private Connections() {}

    /** A connection to a server that may take long to answer. */
    static Jedis patient(EmbeddedRedis server) {
        return new Jedis(URI.create(server.url()),
                DefaultJedisClientConfig.builder().resp2().timeoutMillis(PATIENCE_MILLIS).build());
    }

    /** Connects with the user and password of the URL, if any. */
    static Jedis to(String url) {
        return new Jedis(URI.create(url), DefaultJedisClientConfig.builder().resp2().build());
    }
}
