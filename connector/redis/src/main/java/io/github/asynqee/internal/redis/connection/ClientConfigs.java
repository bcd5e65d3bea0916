package io.github.asynqee.internal.redis.connection;

import java.time.Duration;

import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** Converts {@link RedisConfig} to the configuration of the Redis client. */
final class ClientConfigs {

    private static final long PROBE_MILLIS = 1_000;

    private ClientConfigs() {}

    static JedisClientConfig of(RedisConfig config) {
        return withCredentials(config, config.user(), config.password()).database(config.database()).build();
    }

    /** The configuration for connections on which Redis also sends notifications. */
    static JedisClientConfig ofPushes(RedisConfig config) {
        return withCredentials(config, config.user(), config.password()).database(config.database()).resp3().build();
    }

    /** The configuration for connections that detect quickly whether a node answers. */
    static JedisClientConfig ofProbes(RedisConfig config) {
        return withCredentials(config, config.user(), config.password())
                .connectionTimeoutMillis(probe(config.options().connectTimeout()))
                .socketTimeoutMillis(2 * probe(config.options().commandTimeout().dividedBy(2))).build();
    }

    /** The configuration for connections that detect quickly whether a Sentinel answers. */
    static JedisClientConfig ofSentinelProbes(RedisConfig config) {
        return withCredentials(config, config.sentinelUser(), config.sentinelPassword())
                .connectionTimeoutMillis(probe(config.options().connectTimeout()))
                .socketTimeoutMillis(probe(config.options().commandTimeout())).build();
    }

    private static int probe(Duration timeout) {
        return (int) Math.min(PROBE_MILLIS, timeout.toMillis());
    }

    /** Time limit of a probe, for connecting and for one command. */
    static Duration longestProbe(RedisConfig config) {
        return Duration.ofMillis(
                probe(config.options().connectTimeout()) + (long) probe(config.options().commandTimeout()));
    }

    static JedisClientConfig ofSentinels(RedisConfig config) {
        return withCredentials(config, config.sentinelUser(), config.sentinelPassword()).build();
    }

    /** A proxy closes a connection on which HELLO or CLIENT is sent. */
    private static DefaultJedisClientConfig.Builder dialect(RedisConfig config) {
        // without CLIENT SETINFO, because an ACL of Redis 7.0 cannot allow it, and an ACL of Redis 7.2 would have to
        DefaultJedisClientConfig.Builder client = DefaultJedisClientConfig.builder()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        return config.isProxy() ? client.serverDefaultProtocol().autoNegotiateProtocol(false) : client.resp2();
    }

    /**
     * Adds TLS sockets of this package, because the TLS options of the client library lack the name of the server and a
     * time limit of the handshake.
     */
    @SuppressWarnings("deprecation")
    private static DefaultJedisClientConfig.Builder withTls(DefaultJedisClientConfig.Builder client,
            ConnectionOptions options) {
        return client.ssl(true).sslSocketFactory(new TlsSockets(options, tls(options)));
    }

    private static SslOptions tls(ConnectionOptions options) {
        SslOptions.Builder tls = SslOptions.builder().sslVerifyMode(switch (options.verify()) {
            case FULL -> SslVerifyMode.FULL;
            case CA -> SslVerifyMode.CA;
            case NONE -> SslVerifyMode.INSECURE;
        });
        if (options.trustStore() != null) {
            tls.truststore(options.trustStore().toFile(), password(options.trustStorePassword()));
        }
        if (options.keyStore() != null) {
            tls.keystore(options.keyStore().toFile(), password(options.keyStorePassword()));
        }
        return tls.build();
    }

    private static char[] password(String text) {
        return text == null ? new char[0] : text.toCharArray();
    }

    static HostAndPort address(RedisConfig.Host host) {
        return new HostAndPort(host.name(), host.port());
    }

    private static DefaultJedisClientConfig.Builder withCredentials(RedisConfig config, String user, String password) {
        DefaultJedisClientConfig.Builder client = dialect(config)
                .connectionTimeoutMillis((int) config.options().connectTimeout().toMillis())
                .socketTimeoutMillis((int) config.options().commandTimeout().toMillis())
                .user(user.isEmpty() ? null : user).password(password.isEmpty() ? null : password);
        return config.tls() ? withTls(client, config.options()) : client;
    }
}
