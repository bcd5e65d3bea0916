package io.github.asynqee.messaging.internal.tracing;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client and a worker with a real Redis, and the spans of the tasks between them. */
@RedisTest
abstract class TracedTasks {

    static final String FOREIGN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    interface Handler {
        void handle(Delivery delivery) throws Exception;
    }

    final String queue = "q-" + UUID.randomUUID();
    final CollectedSpans spans = new CollectedSpans(Sampler.parentBased(Sampler.alwaysOn()));
    final ExecutorService threads = Executors.newCachedThreadPool();
    final LinkedBlockingQueue<Object> seen = new LinkedBlockingQueue<>();
    RedisBroker broker;
    DefaultAsynqClient client;
    Worker worker;

    @BeforeEach
    void connect(EmbeddedRedis redis) {
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.of(broker);
    }

    @AfterEach
    void stop() {
        if (worker != null) {
            worker.shutdown(Duration.ofSeconds(1));
        }
        threads.shutdownNow();
        client.close();
        broker.close();
    }

    static Tracing tracing(OpenTelemetry telemetry) {
        return new Tracing(() -> OpenTelemetrySpans.ofEnabled(telemetry));
    }

    AsynqClient sender(TracingMode mode) {
        return client.tracedBy(tracing(spans).enqueueing(mode));
    }

    void work(TracingMode mode, GroupConfig groups, LogContext log, Handler handler) {
        HandlerScope.Source scopes = tracing(spans).handlers("mails", mode, log);
        Channel channel = new Channel(new ChannelConfig("mails", Map.of(queue, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), groups));
        if (groups == null) {
            HandlerLane.open(channel, 2, task -> around(scopes, task, handler), threads);
        } else {
            HandlerLane.openForGroups(channel, 2, group -> around(scopes, (Delivery) group, handler), threads);
        }
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
        worker.start();
    }

    void work(TracingMode mode, Handler handler) {
        work(mode, null, LogContext.NONE, handler);
    }

    static void around(HandlerScope.Source scopes, Delivery delivery, Handler handler) throws Exception {
        HandlerScope scope = scopes.open(delivery);
        try {
            handler.handle(delivery);
        } finally {
            scope.close();
        }
    }

    Task<String> task() {
        return Task.of("email:welcome", "me").queue(queue);
    }

    static List<String> links(SpanData span) {
        return span.getLinks().stream().map(LinkData::getSpanContext).map(TracedTasks::name).toList();
    }

    static String name(SpanContext context) {
        return context.getTraceId() + "/" + context.getSpanId();
    }

    static boolean isRoot(SpanData span) {
        return !span.getParentSpanContext().isValid();
    }

    List<TaskAttempt> attempts(String id) {
        try (Inspector inspector = new RedisInspector(broker, broker.executor(), () -> {})) {
            return inspector.tasks().attempts(queue, id);
        }
    }
}
