package io.github.asynqee.engine;

import java.util.Map;
import java.util.Objects;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.Shards;

/** Entry point for plain Java. */
public final class Asynq {

    private Asynq() {}

    /**
     * Creates a client with its own connections. Payloads are {@code byte[]}, stored unchanged, or text, stored as
     * UTF-8. The first connection is made at first use: Redis need not be running yet.
     *
     * @param url the Redis server, as in the connector's configuration: {@code redis://host:port},
     *        {@code redis-sentinel://…}, {@code redis-cluster://…}, {@code rediss://…}
     * @return the client; closing it closes its connections
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static AsynqClient connect(String url) {
        return connect(url, PayloadEncoder.bytesAndText());
    }

    /**
     * Creates a client with its own connections, made at first use.
     * @param url the Redis server, as in {@link #connect(String)}
     * @param payloads encodes payloads
     * @return the client; closing it closes its connections
     * @throws IllegalArgumentException if the URL is invalid
     */
    public static AsynqClient connect(String url, PayloadEncoder payloads) {
        return connect(url, payloads, Map.of());
    }

    /**
     * Creates a client with its own connections, made at first use, for queues with shards.
     *
     * @param url the Redis server, as in {@link #connect(String)}
     * @param payloads encodes payloads
     * @param shards queue to its number of shards, from 1 to 64; used if Redis has no recorded number for the queue
     * @return the client; closing it closes its connections
     * @throws IllegalArgumentException if the URL or a number of shards is invalid
     */
    public static AsynqClient connect(String url, PayloadEncoder payloads, Map<String, Integer> shards) {
        Objects.requireNonNull(payloads, "payloads");
        shards.values().forEach(Shards::require);
        Broker broker = RedisBroker.connect(RedisConfig.of(url));
        DefaultAsynqClient.Builder builder = DefaultAsynqClient.builder(broker).encoder(payloads)
                .onClose(broker::close);
        shards.forEach(builder::shards);
        return builder.build();
    }
}
