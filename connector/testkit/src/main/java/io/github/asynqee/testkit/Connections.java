package io.github.asynqee.testkit;

import java.net.URI;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;

/** Connections for what this library itself asks of a server. */
final class Connections {

    private Connections() {}

    /** With the user and password of the URL, if it has any. */
    static Jedis to(String url) {
        return new Jedis(URI.create(url), DefaultJedisClientConfig.builder().resp2().build());
    }
}
