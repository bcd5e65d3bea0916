package io.github.asynqee.messaging.internal.outgoing;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of tests of outgoing channels, with a private client and queue. */
abstract class OutgoingTest {

    final String queue = "q-" + UUID.randomUUID();
    final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
    EmbeddedRedis redis;
    Broker broker;
    DefaultAsynqClient client;

    @BeforeEach
    void connect(EmbeddedRedis server) {
        redis = server;
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    /** Sends a message; the result completes as the message is settled. */
    static CompletableFuture<Void> send(OutgoingChannel channel, Object payload) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        channel.onNext(Message.of(payload, () -> {
            outcome.complete(null);
            return CompletableFuture.completedFuture(null);
        }, error -> {
            outcome.completeExceptionally(error);
            return CompletableFuture.completedFuture(null);
        }));
        return outcome;
    }
}
