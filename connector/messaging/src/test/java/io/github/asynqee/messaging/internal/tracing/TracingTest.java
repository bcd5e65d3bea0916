package io.github.asynqee.messaging.internal.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.logging.Filter;
import java.util.logging.Logger;

import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
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
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The spans of tasks that a client enqueues and a worker runs, with a real Redis. */
@RedisTest
class TracingTest {

    private static final String FOREIGN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private interface Handler {
        void handle(Delivery delivery) throws Exception;
    }

    private final String queue = "q-" + UUID.randomUUID();
    private final CollectedSpans spans = new CollectedSpans(Sampler.parentBased(Sampler.alwaysOn()));
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LinkedBlockingQueue<Object> seen = new LinkedBlockingQueue<>();
    private RedisBroker broker;
    private DefaultAsynqClient client;
    private Worker worker;

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

    private static Tracing tracing(OpenTelemetry telemetry) {
        return new Tracing(() -> OpenTelemetrySpans.ofEnabled(telemetry));
    }

    private AsynqClient sender(TracingMode mode) {
        return client.tracedBy(tracing(spans).enqueueing(mode));
    }

    private void work(TracingMode mode, GroupConfig groups, LogContext log, Handler handler) {
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

    private void work(TracingMode mode, Handler handler) {
        work(mode, null, LogContext.NONE, handler);
    }

    private static void around(HandlerScope.Source scopes, Delivery delivery, Handler handler) throws Exception {
        HandlerScope scope = scopes.open(delivery);
        try {
            handler.handle(delivery);
        } finally {
            scope.close();
        }
    }

    private Task<String> task() {
        return Task.of("email:welcome", "me").queue(queue);
    }

    private static List<String> links(SpanData span) {
        return span.getLinks().stream().map(LinkData::getSpanContext).map(TracingTest::name).toList();
    }

    private static String name(SpanContext context) {
        return context.getTraceId() + "/" + context.getSpanId();
    }

    private static boolean isRoot(SpanData span) {
        return !span.getParentSpanContext().isValid();
    }

    @Test
    void the_first_attempt_is_a_child_of_the_sender_and_both_have_the_attributes_of_messaging() throws Exception {
        Span request = spans.own().spanBuilder("request").startSpan();
        TaskInfo stored = Context.current().with(request)
                .wrapSupplier(() -> sender(TracingMode.PARENT).enqueue(task().retention(Duration.ofHours(1)))).get();
        request.end();
        work(TracingMode.PARENT, delivery -> spans.own().spanBuilder("inside").startSpan().end());

        SpanData send = spans.await("send " + queue, 1).get(0);
        SpanData process = spans.await("process " + queue, 1).get(0);
        SpanData inside = spans.await("inside", 1).get(0);
        assertThat(send.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(send.getParentSpanId()).isEqualTo(request.getSpanContext().getSpanId());
        assertThat(send.getAttributes().asMap()).containsEntry(SpanAttributes.SYSTEM, "asynq")
                .containsEntry(SpanAttributes.OPERATION_NAME, "send")
                .containsEntry(SpanAttributes.OPERATION_TYPE, "send")
                .containsEntry(SpanAttributes.QUEUE, queue).containsEntry(SpanAttributes.ID, stored.id())
                .containsEntry(SpanAttributes.TYPE, "email:welcome");
        assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(process.getParentSpanId()).isEqualTo(send.getSpanId());
        assertThat(process.getTraceId()).isEqualTo(request.getSpanContext().getTraceId());
        assertThat(process.getLinks()).isEmpty();
        assertThat(process.getAttributes().asMap()).containsEntry(SpanAttributes.SYSTEM, "asynq")
                .containsEntry(SpanAttributes.OPERATION_NAME, "process")
                .containsEntry(SpanAttributes.OPERATION_TYPE, "process")
                .containsEntry(SpanAttributes.QUEUE, queue).containsEntry(SpanAttributes.ID, stored.id())
                .containsEntry(SpanAttributes.TYPE, "email:welcome")
                .containsEntry(SpanAttributes.CHANNEL, "mails").containsEntry(SpanAttributes.ATTEMPT, 1L)
                .containsEntry(SpanAttributes.OUTCOME, "done").doesNotContainKey(SpanAttributes.ERROR);
        assertThat(process.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(process.getEvents()).extracting(EventData::getName).containsExactly(ProcessSpan.STARTED,
                ProcessSpan.ENDED);
        assertThat(inside.getParentSpanId()).isEqualTo(process.getSpanId());
        assertThat(attempts(stored.id())).extracting(TaskAttempt::traceId).containsExactly(process.getTraceId());
    }

    private List<TaskAttempt> attempts(String id) {
        try (Inspector inspector = new RedisInspector(broker, broker.executor(), () -> {})) {
            return inspector.tasks().attempts(queue, id);
        }
    }

    @Test
    void a_retry_is_linked_and_a_failure_is_an_error() {
        work(TracingMode.PARENT, delivery -> {
            if (delivery.members().get(0).retried() == 0) {
                throw new IllegalStateException("no connection");
            }
        });
        TaskInfo stored = sender(TracingMode.PARENT).enqueue(task().retention(Duration.ofHours(1)));

        List<SpanData> attempts = spans.await("process ", 2);
        SpanData send = spans.await("send ", 1).get(0);
        SpanData first = attempts.get(0);
        assertThat(first.getParentSpanId()).isEqualTo(send.getSpanId());
        assertThat(first.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(first.getStatus().getDescription()).isEqualTo("no connection");
        assertThat(first.getAttributes().asMap())
                .containsEntry(SpanAttributes.ERROR, IllegalStateException.class.getName())
                .containsEntry(SpanAttributes.OUTCOME, "retry");
        SpanData second = attempts.get(1);
        assertThat(isRoot(second)).isTrue();
        assertThat(second.getTraceId()).isNotEqualTo(send.getTraceId());
        assertThat(links(second)).containsExactly(name(send.getSpanContext()));
        assertThat(second.getAttributes().get(SpanAttributes.ATTEMPT)).isEqualTo(2);
        assertThat(attempts(stored.id())).extracting(TaskAttempt::traceId).containsExactly(first.getTraceId(),
                second.getTraceId());
    }

    @Test
    void a_task_that_is_archived_is_an_error_and_one_that_is_revoked_is_not() {
        work(TracingMode.PARENT, delivery -> {
            throw delivery.members().get(0).id().equals("a") ? new SkipRetryException("wrong")
                    : new RevokeTaskException("unwanted");
        });
        sender(TracingMode.PARENT).enqueueAll(List.of(task().id("a"), task().id("r")));

        assertThat(spans.await("process ", 2)).extracting(span -> span.getAttributes().get(SpanAttributes.ID) + " "
                + span.getStatus().getStatusCode() + " " + span.getAttributes().get(SpanAttributes.OUTCOME))
                .containsExactlyInAnyOrder("a ERROR archive", "r UNSET revoke");
    }

    @Test
    void a_delayed_task_is_linked() {
        work(TracingMode.PARENT, delivery -> {});
        sender(TracingMode.PARENT).enqueueAsync(task().processIn(Duration.ofSeconds(1)));

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(isRoot(process)).isTrue();
        assertThat(links(process)).containsExactly(name(spans.await("send ", 1).get(0).getSpanContext()));
    }

    @Test
    void a_channel_and_a_sender_may_ask_for_links() {
        work(TracingMode.LINK, delivery -> {});
        sender(TracingMode.PARENT).enqueue(task());
        assertThat(links(spans.await("process ", 1).get(0)))
                .containsExactly(name(spans.await("send ", 1).get(0).getSpanContext()));
        worker.shutdown(Duration.ofSeconds(1));
        spans.all().clear();

        work(TracingMode.PARENT, delivery -> {});
        sender(TracingMode.LINK).enqueue(task());
        assertThat(links(spans.await("process ", 1).get(0)))
                .containsExactly(name(spans.await("send ", 1).get(0).getSpanContext()));
    }

    @Test
    void without_tracing_there_are_no_spans_and_headers_are_as_they_were() throws Exception {
        work(TracingMode.NONE, delivery -> seen
                .add(delivery.members().get(0).headers() + " " + Span.current().getSpanContext().isValid()));
        Context.current().with(spans.own().spanBuilder("request").startSpan()).wrap(() -> {
            sender(TracingMode.NONE).enqueue(task().header("traceparent", FOREIGN));
            client.tracedBy(tracing(OpenTelemetry.noop()).enqueueing(TracingMode.PARENT)).enqueue(task());
        }).run();

        assertThat(List.of(seen.poll(10, TimeUnit.SECONDS), seen.poll(10, TimeUnit.SECONDS)))
                .containsExactlyInAnyOrder("{traceparent=" + FOREIGN + "} false", "{} false");
        assertThat(spans.all()).isEmpty();
    }

    @Test
    void a_task_of_another_client_continues_its_trace_with_state_and_baggage() throws Exception {
        work(TracingMode.PARENT, delivery -> seen.add(Baggage.current().getEntryValue("customer") + " "
                + Span.current().getSpanContext().getTraceState().get("vendor")));
        client.enqueue(task().header("traceparent", FOREIGN).header("tracestate", "vendor=7").header("baggage",
                "customer=me"));

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(process.getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(process.getParentSpanId()).isEqualTo("b7ad6b7169203331");
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo("me 7");
    }

    @Test
    void headers_that_are_no_context_are_ignored() {
        work(TracingMode.PARENT, delivery -> {});
        client.enqueue(task().header("traceparent", "00-zz-\n").header("tracestate", "=,=;\u0000")
                .header("baggage", "%%%=" + "x".repeat(10_000)));

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(isRoot(process)).isTrue();
        assertThat(process.getAttributes().get(SpanAttributes.OUTCOME)).isEqualTo("done");
    }

    @Test
    void what_is_not_sampled_is_not_exported_and_says_so_to_the_next() throws Exception {
        AtomicReference<Map<String, String>> headers = new AtomicReference<>();
        work(TracingMode.PARENT, delivery -> {
            if (delivery.members().get(0).type().equals("next")) {
                headers.set(delivery.members().get(0).headers());
                seen.add("");
            } else {
                sender(TracingMode.PARENT).enqueue(Task.of("next", "").queue(queue));
            }
        });
        client.enqueue(task().header("traceparent", FOREIGN.replace("-01", "-00")));

        assertThat(seen.poll(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(headers.get().get("traceparent")).startsWith("00-0af7651916cd43dd8448eb211c80319c-").endsWith("-00");
        assertThat(spans.all()).isEmpty();
    }

    @Test
    void a_group_is_linked_to_the_senders_of_its_tasks() {
        AsynqClient sender = sender(TracingMode.PARENT);
        for (int i = 0; i < 3; i++) {
            sender.enqueue(task().id("t" + i).group("g").retention(Duration.ofHours(1)));
        }
        work(TracingMode.PARENT, new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3), LogContext.NONE,
                delivery -> {
                    throw new IllegalStateException("all of them");
                });

        SpanData process = spans.await("process ", 1).get(0);
        assertThat(isRoot(process)).isTrue();
        assertThat(links(process)).containsExactlyInAnyOrderElementsOf(
                spans.await("send ", 3).stream().map(span -> name(span.getSpanContext())).toList());
        assertThat(process.getAttributes().get(SpanAttributes.COUNT)).isEqualTo(3);
        assertThat(process.getAttributes().get(SpanAttributes.GROUP)).isEqualTo("g");
        assertThat(process.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(process.getAttributes().get(SpanAttributes.OUTCOME)).isEqualTo("retry");
        assertThat(attempts("t1")).extracting(TaskAttempt::traceId).startsWith(process.getTraceId());
    }

    @Test
    void a_task_that_is_refused_ends_its_span_as_failed() {
        AsynqClient sender = sender(TracingMode.PARENT);
        sender.enqueue(task().unique(Duration.ofHours(1)));
        assertThatThrownBy(() -> sender.enqueue(task().unique(Duration.ofHours(1))))
                .isInstanceOf(DuplicateTaskException.class);
        assertThat(sender.enqueueAsync(task().unique(Duration.ofHours(1)))).failsWithin(Duration.ofSeconds(10));
        sender.enqueueAll(List.of(task().unique(Duration.ofHours(1)), Task.ofPayload("without a type").queue(queue)));

        assertThat(spans.await("send ", 5)).extracting(span -> span.getAttributes().get(SpanAttributes.ERROR))
                .containsExactly(null, DuplicateTaskException.class.getName(), DuplicateTaskException.class.getName(),
                        DuplicateTaskException.class.getName(), "io.github.asynqee.EnqueueException");
        assertThatThrownBy(() -> sender.enqueue(null)).isInstanceOf(InvalidTaskException.class);
    }

    @Test
    void a_tracer_that_throws_harms_no_task() {
        Spans broken = new Spans() {
            @Override
            public Sending send(Task<?> task, boolean link) {
                throw new IllegalStateException("broken");
            }

            @Override
            public Attempt process(Delivery delivery, String channel, boolean link) {
                throw new NoSuchMethodError("broken");
            }
        };
        Tracing tracing = new Tracing(() -> broken);
        Delivery[] handled = new Delivery[1];
        work(TracingMode.NONE, delivery -> {
            tracing.handlers("mails", TracingMode.PARENT, LogContext.NONE).open(delivery).close();
            handled[0] = delivery;
        });

        client.tracedBy(tracing.enqueueing(TracingMode.PARENT)).enqueue(task());

        await().until(() -> handled[0] != null && handled[0].isDone());
    }

    /** The spans of the test, with a propagator that writes by this. */
    private OpenTelemetry propagating(BiConsumer<Object, TextMapSetter<Object>> writer) {
        TextMapPropagator propagator = new TextMapPropagator() {
            @Override
            public Collection<String> fields() {
                return List.of();
            }

            @Override
            @SuppressWarnings("unchecked")
            public <C> void inject(Context context, C carrier, TextMapSetter<C> setter) {
                writer.accept(carrier, (TextMapSetter<Object>) setter);
            }

            @Override
            public <C> Context extract(Context context, C carrier, TextMapGetter<C> getter) {
                return context;
            }
        };
        return new OpenTelemetry() {
            @Override
            public TracerProvider getTracerProvider() {
                return spans.getTracerProvider();
            }

            @Override
            public ContextPropagators getPropagators() {
                return ContextPropagators.create(propagator);
            }
        };
    }

    @Test
    void a_propagator_that_throws_or_writes_what_no_task_can_have_harms_no_task() {
        List<BiConsumer<Object, TextMapSetter<Object>>> broken = List.of((carrier, setter) -> {
            throw new AssertionError("broken");
        }, (carrier, setter) -> setter.set(carrier, "trace", "\ud800"),
                (carrier, setter) -> setter.set(carrier, "trace", null));

        for (BiConsumer<Object, TextMapSetter<Object>> writer : broken) {
            assertThat(client.tracedBy(tracing(propagating(writer)).enqueueing(TracingMode.PARENT)).enqueue(task())
                    .headers()).isEmpty();
        }
        assertThat(spans.await("send ", broken.size())).hasSameSizeAs(broken);
    }

    @Test
    void an_encoder_that_throws_leaves_no_span_open() {
        try (DefaultAsynqClient other = DefaultAsynqClient.builder(broker).encoder(payload -> {
            throw new IllegalStateException("broken");
        }).build()) {
            AsynqClient sender = other.tracedBy(tracing(spans).enqueueing(TracingMode.PARENT));

            assertThatThrownBy(() -> sender.enqueue(task())).hasMessage("broken");
            assertThatThrownBy(() -> sender.enqueueAsync(task())).hasMessage("broken");
            assertThatThrownBy(() -> sender.call(task(), String.class, Duration.ofSeconds(1))).hasMessage("broken");
            assertThatThrownBy(() -> sender.enqueueAll(List.of(task(), task()))).hasMessage("broken");
        }

        assertThat(spans.await("send ", 5)).extracting(span -> span.getStatus().getDescription())
                .containsExactly("broken", "broken", "broken", "broken", "broken");
    }

    @Test
    void an_exception_without_a_readable_message_leaves_no_span_open() {
        work(TracingMode.PARENT, delivery -> {
            throw new SkipRetryException("unreadable") {
                @Override
                public String getMessage() {
                    throw new IllegalStateException("no message");
                }
            };
        });
        sender(TracingMode.PARENT).enqueue(task());

        assertThat(spans.await("process ", 1)).hasSize(1);
    }

    @Test
    void a_scope_that_a_handler_leaves_open_is_left_with_the_handler() {
        HandlerScope.Source scopes = tracing(spans).handlers("mails", TracingMode.PARENT, LogContext.NONE);
        work(TracingMode.NONE, delivery -> {
            HandlerScope scope = scopes.open(delivery);
            spans.own().spanBuilder("left open").startSpan().makeCurrent();
            scope.close();
            seen.add(Span.current().getSpanContext().isValid());
        });
        sender(TracingMode.PARENT).enqueue(task());

        spans.await("process ", 1);
        assertThat(seen).containsExactly(false);
    }

    @Test
    void without_one_bean_nothing_is_traced_and_several_are_told() {
        assertThat(logged(() -> assertThat(start(beans(true, null))).isSameAs(Sending.UNTRACED))).isEmpty();
        assertThat(logged(() -> assertThat(start(beans(false, null))).isSameAs(Sending.UNTRACED))).singleElement()
                .asString().contains("tasks are not traced: one, two");
        assertThat(start(beans(false, spans))).isInstanceOf(SendSpan.class);
    }

    private Sending start(BeanManager beans) {
        return Tracing.of(beans).enqueueing(TracingMode.PARENT).start(task());
    }

    /** What is logged as a warning. */
    private static List<String> logged(Runnable action) {
        Logger log = Logger.getLogger(Tracing.class.getName());
        List<String> lines = new ArrayList<>();
        Filter before = log.getFilter();
        log.setFilter(line -> !lines.add(line.getMessage()));
        try {
            action.run();
        } finally {
            log.setFilter(before);
        }
        return lines;
    }

    /** Beans with no, one or several OpenTelemetry. */
    private static BeanManager beans(boolean unsatisfied, OpenTelemetry telemetry) {
        Object[] instance = new Object[1];
        instance[0] = Proxy.newProxyInstance(TracingTest.class.getClassLoader(), new Class<?>[]{ Instance.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isUnsatisfied" -> unsatisfied;
                    case "isResolvable" -> telemetry != null;
                    case "get" -> {
                        if (telemetry == null) {
                            throw new AmbiguousResolutionException("one, two");
                        }
                        yield telemetry;
                    }
                    default -> instance[0];
                });
        return (BeanManager) Proxy.newProxyInstance(TracingTest.class.getClassLoader(),
                new Class<?>[]{ BeanManager.class }, (proxy, method, arguments) -> instance[0]);
    }

    @Test
    void lines_have_the_task_while_its_handler_runs_and_nothing_of_it_after() {
        AtomicReference<Object> after = new AtomicReference<>();
        HandlerScope.Source scopes = tracing(spans).handlers("mails", TracingMode.PARENT, LogContext.find());
        work(TracingMode.NONE, delivery -> {
            mdc("put", "own", "kept");
            HandlerScope scope = scopes.open(delivery);
            seen.add(mdc("getCopyOfContextMap"));
            scope.close();
            after.set(mdc("getCopyOfContextMap"));
            seen.add(Span.current().getSpanContext().isValid());
        });
        sender(TracingMode.PARENT).enqueue(task().id("t"));

        String trace = spans.await("process ", 1).get(0).getTraceId();
        assertThat(seen).containsExactly(Map.of("own", "kept", "asynq.task", "t", "asynq.type", "email:welcome",
                "asynq.queue", queue, "asynq.attempt", "1", "asynq.trace", trace), false);
        assertThat(after.get()).isEqualTo(Map.of("own", "kept"));
    }

    @Test
    void lines_of_a_hostile_task_are_lines_of_their_own_and_short() throws Exception {
        HandlerScope.Source scopes = tracing(spans).handlers("mails", TracingMode.NONE, LogContext.find());
        work(TracingMode.NONE, delivery -> {
            HandlerScope scope = scopes.open(delivery);
            seen.add(mdc("get", "asynq.type") + " " + mdc("get", "asynq.task"));
            scope.close();
        });
        client.enqueue(Task.of("a\r\nERROR forged\u2028", "").queue(queue).id("x".repeat(10_000)));

        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo("a  ERROR forged  " + "x".repeat(256) + "…");
    }

    /** The MDC of SLF4J, on which this module depends at run time only. */
    private static Object mdc(String method, String... arguments) throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, String.class);
        return Class.forName("org.slf4j.MDC").getMethod(method, types).invoke(null, (Object[]) arguments);
    }
}
