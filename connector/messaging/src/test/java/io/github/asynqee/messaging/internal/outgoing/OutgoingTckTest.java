package io.github.asynqee.messaging.internal.outgoing;

import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.Durability;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.config.Transactional;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The TCK of Reactive Streams on an outgoing channel, which stores its messages in Redis. */
public class OutgoingTckTest extends SubscriberBlackboxVerification<Message<?>> {

    private EmbeddedRedis redis;
    private Broker broker;
    private DefaultAsynqClient client;

    /** Waits up to 5 s for a signal, and 200 ms for signals that must not come; looks for errors every 20 ms. */
    public OutgoingTckTest() {
        super(new TestEnvironment(5_000, 200, 20));
    }

    @BeforeClass
    public void connect() {
        redis = EmbeddedRedis.start();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).encoder(new Payloads(new LazyJsonb(JsonbBuilder::create))).build();
    }

    @AfterClass(alwaysRun = true)
    public void close() {
        client.close();
        broker.close();
        redis.close();
    }

    @Override
    public Subscriber<Message<?>> createSubscriber() {
        return new OutgoingChannel(new OutgoingConfig("sent", redis.url(), "sent:type",
                TaskOptions.builder().queue("sent").build(), null, TracingMode.PARENT, Durability.MEMORY,
                Transactional.NONE,
                CodecConfig.UNCHANGED), null, client, client);
    }

    @Override
    public Message<?> createElement(int element) {
        return Message.of("payload " + element);
    }
}
