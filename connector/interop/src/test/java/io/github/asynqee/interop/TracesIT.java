package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.messaging.internal.tracing.LogContext;
import io.github.asynqee.messaging.internal.tracing.Tracing;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Java sends tasks to a Go program, built from {@code go/traces}, that uses OpenTelemetry with asynq as Go programs do;
 * it sends each on to Java. {@code -Dtrace.tasks=10000} makes them more.
 */
@Tag("thorough")
class TracesIT {

    private static final int TASKS = Integer.getInteger("trace.tasks", 200);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** A span of either language. */
    private record Ended(String name, String trace, String id, String parent) {

        static Ended parse(String line) {
            String[] words = line.split(" ");
            return new Ended(words[0], words[1], words[2], words[3]);
        }
    }

    private final Queue<Ended> ofJava = new ConcurrentLinkedQueue<>();
    private final CountDownLatch back = new CountDownLatch(TASKS);

    @Test
    void a_task_from_java_to_go_and_back_is_in_one_trace() throws Exception {
        Tracing tracing = Tracing.of(beans(telemetry()));
        List<Ended> ofGo;
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url()));
                AsynqClient client = DefaultAsynqClient.of(broker).tracedBy(tracing.enqueueing(TracingMode.PARENT))) {
            Process go = new ProcessBuilder(System.getProperty("interop.traces"), "127.0.0.1:" + redis.port(), "there",
                    "back").redirectError(ProcessBuilder.Redirect.INHERIT).start();
            CompletableFuture<List<Ended>> lines = CompletableFuture.supplyAsync(() -> lines(go));
            ExecutorService threads = Executors.newCachedThreadPool();
            Worker worker = worker(broker, tracing, threads);

            List<EnqueueResult> sent = client.enqueueAll(
                    IntStream.range(0, TASKS).mapToObj(i -> Task.of("traced:there", "" + i).queue("there")).toList());

            assertThat(sent).allMatch(EnqueueResult::isStored);
            assertThat(back.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("all tasks came back").isTrue();
            go.getOutputStream().close();
            ofGo = lines.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            worker.shutdown(Duration.ofSeconds(5));
            threads.shutdown();
        }

        Map<String, List<Ended>> traces = Stream.concat(ofJava.stream(), ofGo.stream())
                .collect(Collectors.groupingBy(Ended::trace));
        assertThat(traces).hasSize(TASKS);
        assertThat(traces.values()).allSatisfy(TracesIT::assertChain);
    }

    private static void assertChain(List<Ended> trace) {
        Map<String, Ended> byName = new HashMap<>();
        trace.forEach(span -> byName.put(span.name(), span));
        assertThat(trace).hasSize(4);
        assertThat(byName.get("go-process").parent()).isEqualTo(byName.get("send there").id());
        assertThat(byName.get("go-send").parent()).isEqualTo(byName.get("go-process").id());
        assertThat(byName.get("process back").parent()).isEqualTo(byName.get("go-send").id());
    }

    private Worker worker(RedisBroker broker, Tracing tracing, ExecutorService threads) {
        Channel channel = new Channel(new ChannelConfig("back", Map.of("back", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        HandlerScope.Source scopes = tracing.handlers("back", TracingMode.PARENT, LogContext.NONE);
        HandlerLane.open(channel, 10, delivery -> {
            scopes.open(delivery).close();
            delivery.confirmed().thenRun(back::countDown);
        }, threads);
        Worker worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel));
        worker.start();
        return worker;
    }

    private static List<Ended> lines(Process go) {
        try (BufferedReader reader = go.inputReader(StandardCharsets.UTF_8)) {
            return reader.lines().map(Ended::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private OpenTelemetry telemetry() {
        SdkTracerProvider spans = SdkTracerProvider.builder().addSpanProcessor(new SpanProcessor() {
            @Override
            public void onStart(Context parent, ReadWriteSpan span) {
                // of interest when it ends
            }

            @Override
            public boolean isStartRequired() {
                return false;
            }

            @Override
            public void onEnd(ReadableSpan span) {
                ofJava.add(new Ended(span.getName(), span.getSpanContext().getTraceId(),
                        span.getSpanContext().getSpanId(), span.getParentSpanContext().getSpanId()));
            }

            @Override
            public boolean isEndRequired() {
                return true;
            }
        }).build();
        return new OpenTelemetry() {
            @Override
            public TracerProvider getTracerProvider() {
                return spans;
            }

            @Override
            public ContextPropagators getPropagators() {
                return ContextPropagators.create(W3CTraceContextPropagator.getInstance());
            }
        };
    }

    /** A container with one bean. */
    private static BeanManager beans(OpenTelemetry telemetry) {
        Object[] instance = new Object[1];
        instance[0] = Proxy.newProxyInstance(TracesIT.class.getClassLoader(), new Class<?>[]{ Instance.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isUnsatisfied" -> false;
                    case "get" -> telemetry;
                    default -> instance[0];
                });
        return (BeanManager) Proxy.newProxyInstance(TracesIT.class.getClassLoader(),
                new Class<?>[]{ BeanManager.class },
                (proxy, method, arguments) -> instance[0]);
    }
}
