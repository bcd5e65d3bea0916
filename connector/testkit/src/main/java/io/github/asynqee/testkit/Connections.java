package io.github.asynqee.testkit;

import java.net.URI;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;

/** Connections for this library's own commands. */
final class Connections {

    private Connections() {}

    /** Connects with the user and password of the URL, if any. */
    static Jedis to(String url) {
        return new Jedis(URI.create(url), DefaultJedisClientConfig.builder().resp2().build());
    }
}
