package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.json.JsonObject;
import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.Grouping;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A test of a channel whose handler takes lists; a group of three is full. */
abstract class GroupTest {

    static final String URL = "redis://unused";

    final String queue = "q-" + UUID.randomUUID();
    final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
    private final LaneExecutor executor = ContainerThreads.pooled();
    private final BlockingQueue<AsynqGroup<?>> received = new LinkedBlockingQueue<>();
    final BlockingQueue<Throwable> refused = new LinkedBlockingQueue<>();
    EmbeddedRedis redis;
    Broker broker;
    DefaultAsynqClient client;
    IncomingChannel channel;
    Worker worker;
    int unsettledAtMost = 1;

    @BeforeEach
    void connect(EmbeddedRedis server) {
        redis = server;
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
    }

    @AfterEach
    void stop() {
        channel.stopping();
        worker.shutdown(Duration.ofSeconds(1));
        executor.stop(Duration.ofSeconds(1));
        client.close();
        broker.close();
    }

    void start(Consumer<AsynqGroup<?>> handler) {
        start(payloads.codecs().decoder(), handler);
    }

    void start(PayloadCodec codec, Consumer<AsynqGroup<?>> handler) {
        var tasks = new ChannelConfig("test", Map.of(queue, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3));
        channel = new IncomingChannel(new IncomingConfig("test", URL, 1, "default", tasks, Grouping.UNSET,
                TracingMode.PARENT, false, Optional.empty(), Optional.empty()),
                new LaneSetup("JsonObject", Payloads.TaskReader.of(payloads.reader(JsonObject.class))
                        .after(codec), payloads, null, AckCompletion.WRITTEN, executor,
                        NoRequestContext::new, HandlerScope.Source.NONE, () -> true));
        channel.publisher().subscribe(new Subscriber<Message<?>>() {
            private Subscription subscription;

            @Override
            public void onSubscribe(Subscription lane) {
                subscription = lane;
                lane.request(unsettledAtMost);
            }

            @Override
            public void onNext(Message<?> message) {
                AsynqGroup<?> group = message.unwrap(AsynqGroup.class);
                handler.accept(group);
                received.add(group);
                subscription.request(1);
            }

            @Override
            public void onError(Throwable error) {
                refused.add(error);
            }

            @Override
            public void onComplete() {
                refused.add(new AssertionError("the stream never ends"));
            }
        });
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel.tasks()));
        worker.start();
    }

    private static final class NoRequestContext implements RequestContextController {

        @Override
        public boolean activate() {
            return true;
        }

        @Override
        public void deactivate() {
            // nothing was activated
        }
    }

    void join(String... ids) {
        client.enqueueAll(Arrays.stream(ids).map(this::member).toList());
    }

    Task<?> member(String id) {
        return Task.of("test:" + id, id.startsWith("bad") ? "no json" : Map.of("id", id)).id(id).queue(queue).group("g")
                .header("h", id).maxRetry(3);
    }

    AsynqGroup<?> next() throws InterruptedException {
        AsynqGroup<?> group = received.poll(20, TimeUnit.SECONDS);
        assertThat(group).as("a call of the handler").isNotNull();
        return group;
    }

    String state(String id) {
        return RespClient.ask(redis, "HGET", "asynq:{" + queue + "}:t:" + id, "state");
    }

    void awaitState(String id, String state) {
        Awaitility.await().untilAsserted(() -> assertThat(state(id)).isEqualTo(state));
    }
}
