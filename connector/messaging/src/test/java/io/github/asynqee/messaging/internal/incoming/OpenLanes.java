package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.Grouping;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.payload.UpgradeStep;
import io.github.asynqee.messaging.internal.payload.UpgradingReader;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A channel with a private queue, a subscriber for each lane, and a worker that fetches its tasks. */
@RedisTest
abstract class OpenLanes {

    final String queue = "q-" + UUID.randomUUID();
    final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
    PayloadCodec decoder = payloads.codecs().decoder();
    VersionRange versions;
    List<UpgradeStep> upgrades = List.of();
    final LaneExecutor executor = ContainerThreads.pooled();
    final AtomicInteger activeContexts = new AtomicInteger();
    final List<TestSubscriber> lanes = new ArrayList<>();
    EmbeddedRedis redis;
    RedisBroker broker;
    AsynqClient client;
    IncomingChannel channel;
    Worker worker;

    @BeforeEach
    void connect(EmbeddedRedis server) {
        redis = server;
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
    }

    @AfterEach
    void stop() {
        if (channel != null) {
            channel.stopping();
            worker.shutdown(Duration.ZERO);
        }
        executor.stop(Duration.ofSeconds(1));
        client.close();
        broker.close();
    }

    void start(int concurrency, Type payload, AckCompletion acknowledging) {
        var tasks = new ChannelConfig("test", Map.of(queue, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))));
        channel = new IncomingChannel(
                new IncomingConfig("test", "redis://unused", concurrency, "default", tasks, Grouping.UNSET,
                        TracingMode.PARENT, false, Optional.empty(), Optional.empty()),
                new LaneSetup(payload.getTypeName(),
                        UpgradingReader.of(payloads, payload, versions, upgrades).after(decoder), payloads, null,
                        acknowledging,
                        threads(), this::requestContext, HandlerScope.Source.NONE, this::isAlive));
        for (int i = 0; i < concurrency; i++) {
            TestSubscriber lane = new TestSubscriber();
            channel.publisher().subscribe(lane);
            lanes.add(lane);
        }
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel.tasks()));
        worker.start();
    }

    /** The threads of the lanes. */
    LaneExecutor threads() {
        return executor;
    }

    /** Whether the application runs. */
    boolean isAlive() {
        return true;
    }

    private RequestContextController requestContext() {
        return new RequestContextController() {
            @Override
            public boolean activate() {
                activeContexts.incrementAndGet();
                return true;
            }

            @Override
            public void deactivate() {
                activeContexts.decrementAndGet();
            }
        };
    }

    TestSubscriber onlyLane() {
        return lanes.get(0);
    }

    void enqueue(int tasks) {
        for (int i = 0; i < tasks; i++) {
            client.enqueue(Task.of("test", "payload " + i).queue(queue));
        }
    }

    String ask(String command, String key) {
        return RespClient.ask(redis, command, "asynq:{" + queue + "}:" + key);
    }

    String hashField(String id, String field) {
        return RespClient.ask(redis, "HGET", "asynq:{" + queue + "}:t:" + id, field);
    }
}
