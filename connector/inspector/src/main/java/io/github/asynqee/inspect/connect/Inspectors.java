package io.github.asynqee.inspect.connect;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/** Creates inspectors in plain Java. In an application with the connector, inject {@link Inspector} instead. */
public final class Inspectors {

    private Inspectors() {}

    /**
     * Creates an inspector with its own connections. It connects on first use, so Redis need not be running yet.
     *
     * @param url the Redis server, as in the connector's configuration: {@code redis://host:port},
     *        {@code redis-sentinel://…}, {@code redis-cluster://…}, {@code rediss://…}
     * @return the inspector; closing it closes its connections
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static Inspector connect(String url) {
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(url));
        return new RedisInspector(broker, broker.executor(), broker::close);
    }
}
