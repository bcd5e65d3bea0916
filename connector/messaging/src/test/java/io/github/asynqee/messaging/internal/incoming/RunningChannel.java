package io.github.asynqee.messaging.internal.incoming;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.Grouping;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/** A channel of texts with a private queue, and a worker that fetches its tasks. */
final class RunningChannel implements AutoCloseable {

    private final String queue = "q-" + UUID.randomUUID();
    private final LaneExecutor executor = ContainerThreads.pooled();
    private final Broker broker;
    private final DefaultAsynqClient client;
    private final IncomingChannel channel;
    private final Worker worker;

    RunningChannel(String url) {
        Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
        broker = RedisBroker.connect(RedisConfig.of(url));
        client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
        ChannelConfig tasks = new ChannelConfig("test", Map.of(queue, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))));
        channel = new IncomingChannel(
                new IncomingConfig("test", url, 1, "default", tasks, Grouping.UNSET, TracingMode.PARENT, false,
                        Optional.empty(), Optional.empty()),
                new LaneSetup("String", Payloads.TaskReader.of(payloads.reader(String.class)), payloads, null,
                        AckCompletion.WRITTEN, executor, NoContext::new, HandlerScope.Source.NONE, () -> true));
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel.tasks()));
        worker.start();
    }

    private static final class NoContext implements RequestContextController {

        @Override
        public boolean activate() {
            return false;
        }

        @Override
        public void deactivate() {
            throw new AssertionError("nothing is active");
        }
    }

    IncomingChannel channel() {
        return channel;
    }

    void enqueue(int tasks) {
        client.enqueueAll(IntStream.range(0, tasks).mapToObj(i -> Task.of("test", "payload " + i).queue(queue))
                .toList());
    }

    @Override
    public void close() {
        channel.stopping();
        worker.shutdown(Duration.ofSeconds(1));
        executor.stop(Duration.ofSeconds(1));
        client.close();
        broker.close();
    }
}
