package io.github.asynqee.internal.redis.connection;

import javax.net.ssl.SSLParameters;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** Converts {@link RedisConfig} to the configuration of the Redis client. */
final class ClientConfigs {

    private ClientConfigs() {}

    static JedisClientConfig of(RedisConfig config) {
        return withCredentials(config, config.user(), config.password()).database(config.database()).build();
    }

    static JedisClientConfig ofSentinels(RedisConfig config) {
        return withCredentials(config, "", config.sentinelPassword()).build();
    }

    static HostAndPort address(RedisConfig.Host host) {
        return new HostAndPort(host.name(), host.port());
    }

    private static DefaultJedisClientConfig.Builder withCredentials(RedisConfig config, String user, String password) {
        DefaultJedisClientConfig.Builder client = DefaultJedisClientConfig.builder().resp2()
                .connectionTimeoutMillis((int) config.connectTimeout().toMillis())
                .socketTimeoutMillis((int) config.commandTimeout().toMillis()).user(user.isEmpty() ? null : user)
                .password(password.isEmpty() ? null : password);
        return config.tls() ? withTls(config, client) : client;
    }

    private static DefaultJedisClientConfig.Builder withTls(RedisConfig config,
            DefaultJedisClientConfig.Builder client) {
        if (config.tlsInsecure()) {
            return client.sslOptions(SslOptions.builder().sslVerifyMode(SslVerifyMode.INSECURE).build());
        }
        if (config.tlsServer().isEmpty()) {
            return client.sslOptions(SslOptions.defaults());
        }
        SSLParameters verified = new SSLParameters();
        verified.setEndpointIdentificationAlgorithm("HTTPS");
        return client.ssl(true).sslSocketFactory(new NamedServerSockets(config.tlsServer())).sslParameters(verified);
    }
}
