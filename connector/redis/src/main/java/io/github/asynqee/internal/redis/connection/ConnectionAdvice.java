package io.github.asynqee.internal.redis.connection;

import java.util.List;

import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/** Advice about the URL or the options of the connection, derived from the error of a failed attempt to connect. */
final class ConnectionAdvice {

    /** How a server ends a connection whose client it does not accept. */
    private static final List<String> REFUSED = List.of("fatal alert", "Broken pipe", "Connection reset",
            "Unexpected end of stream", "terminated the handshake");

    private static final List<String> OF_DATA = List.of("EVALSHA", "EXISTS", "GET", "HGETALL", "HMGET", "LINDEX",
            "SADD", "SMEMBERS", "ZADD", "ZRANGE", "ZREM");

    private static final String NO_PASSWORD = "; the URL has no password: redis://:password@host, or "
            + "redis://user:password@host";

    private ConnectionAdvice() {}

    /**
     * Explains a failure.
     *
     * @param config how the connection was to be made
     * @param message the message of the failure
     * @return what to check, beginning with a separator; empty if there is nothing to add
     */
    static String of(RedisConfig config, String message) {
        if (message.contains("WRONGPASS")) {
            return "; check user and password in the URL: redis://user:password@host";
        }
        if (message.contains("NOAUTH")) {
            return NO_PASSWORD;
        }
        if (message.contains("unknown command") && message.contains("HELLO")) {
            return "; Redis 6.2 or later is needed";
        }
        if (message.contains("cluster support disabled")) {
            return "; it is a server without Cluster, whose URL begins with redis://";
        }
        if (config.kind() == RedisConfig.Kind.SENTINEL && message.contains("unknown command")) {
            return "; it is not a Sentinel: the URL of a server begins with redis://";
        }
        boolean closed = REFUSED.stream().anyMatch(message::contains);
        if (!config.tls()) {
            return closed ? "; if Redis expects TLS, the URL must begin with rediss:// or have tls=true" : "";
        }
        if (message.contains("subject alternative") || message.contains("No name matching")) {
            return "; the certificate of Redis is not valid for this host: tls-server can name another one, "
                    + "tls-verify=ca accepts any";
        }
        if (message.contains("certification path") || message.contains("PKIX") || message.contains("signature")
                || message.contains("trustAnchors")) {
            return config.options().trustStore() == null
                    ? "; trust-store is not set, and no authority that the JVM trusts has issued the certificate of Redis"
                    : "; no authority in trust-store has issued the certificate of Redis";
        }
        if (message.contains("Unsupported or unrecognized SSL message")) {
            return "; Redis does not speak TLS on this port";
        }
        if (message.contains("Read timed out")) {
            return "; if Redis does not expect TLS on this port, the URL must begin with redis:// or have tls=false";
        }
        return closed ? refusedClient(config) : "";
    }

    /** Returns the error in the URL if an open connection refuses each command; empty if the URL is not the cause. */
    static String ofReply(RedisConfig config, JedisDataException reply) {
        if (reply instanceof JedisMovedDataException && config.kind() != RedisConfig.Kind.CLUSTER) {
            return "; it is a node of a Cluster, whose URL begins with redis-cluster://";
        }
        if (isWithoutData(config, reply)) {
            return "; if it is a Sentinel, the URL must begin with redis-sentinel://";
        }
        return String.valueOf(reply.getMessage()).startsWith("NOAUTH") ? NO_PASSWORD : "";
    }

    /** Whether the server lacks commands that every Redis with data has, because it is a Sentinel. */
    static boolean isWithoutData(RedisConfig config, JedisDataException reply) {
        String message = String.valueOf(reply.getMessage());
        return config.kind() == RedisConfig.Kind.SINGLE && message.contains("unknown command")
                && OF_DATA.stream().anyMatch(command -> message.contains("`" + command + "`"));
    }

    private static String refusedClient(RedisConfig config) {
        return config.options().keyStore() == null
                ? "; key-store is not set: Redis may demand a certificate of the client"
                : "; Redis may not accept the certificate in key-store";
    }
}
