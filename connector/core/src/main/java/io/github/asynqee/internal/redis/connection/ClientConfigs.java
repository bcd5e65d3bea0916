package io.github.asynqee.internal.redis.connection;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;

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
        return config.tls() ? client.sslOptions(SslOptions.defaults()) : client;
    }
}
