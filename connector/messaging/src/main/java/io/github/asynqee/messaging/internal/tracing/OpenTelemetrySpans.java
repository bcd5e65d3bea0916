package io.github.asynqee.messaging.internal.tracing;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import org.jspecify.annotations.Nullable;

/**
 * Spans according to OpenTelemetry's messaging conventions: {@code send} for a producer, and {@code process} for each
 * attempt of a consumer. The application's propagators write the context into the headers of the task.
 */
final class OpenTelemetrySpans implements Spans {

    /** Header of tasks whose attempts are always linked to their sender, regardless of the channel's configuration. */
    static final String RELATION_HEADER = "trace-relation";
    static final String LINK = "link";

    /** Default maximum number of links that a span keeps. */
    private static final int MAX_LINKS = 128;
    private static final String SCOPE = "io.github.asynqee";
    private static final TextMapGetter<Map<String, String>> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public @Nullable String get(Map<String, String> headers, String name) {
            return headers.get(name);
        }
    };

    private final Tracer tracer;
    private final TextMapPropagator propagator;

    OpenTelemetrySpans(OpenTelemetry telemetry) {
        tracer = telemetry.getTracer(SCOPE);
        propagator = telemetry.getPropagators().getTextMapPropagator();
    }

    /** Returns the spans of the application's bean; {@code null} if the bean is missing or disabled. */
    static @Nullable OpenTelemetrySpans find(BeanManager beans) {
        Instance<OpenTelemetry> bean = beans.createInstance().select(OpenTelemetry.class);
        // get() fails for several beans, with their names
        return bean.isUnsatisfied() ? null : ofEnabled(bean.get());
    }

    /**
     * Checks with a test span: only a disabled bean creates spans without ID. The span is never ended, so never
     * exported.
     */
    static @Nullable OpenTelemetrySpans ofEnabled(OpenTelemetry telemetry) {
        SpanContext probe = telemetry.getTracer(SCOPE).spanBuilder("probe").setNoParent().startSpan().getSpanContext();
        return probe.isValid() ? new OpenTelemetrySpans(telemetry) : null;
    }

    @Override
    public Sending send(Task<?> task, boolean link) {
        TaskOptions options = task.options();
        String queue = options.queue() == null ? TaskOptions.DEFAULT_QUEUE : options.queue();
        Context sender = sender(options.headers());
        SpanBuilder builder = tracer.spanBuilder("send " + queue).setSpanKind(SpanKind.PRODUCER).setParent(sender)
                .setAttribute(SpanAttributes.SYSTEM, "asynq").setAttribute(SpanAttributes.OPERATION_NAME, "send")
                .setAttribute(SpanAttributes.OPERATION_TYPE, "send").setAttribute(SpanAttributes.QUEUE, queue);
        if (task.type() != null) {
            builder.setAttribute(SpanAttributes.TYPE, task.type());
        }
        Span span = builder.startSpan();
        try {
            Map<String, String> headers = new HashMap<>();
            propagator.inject(sender.with(span), headers, Map::put);
            if (link || isDelayed(options)) {
                headers.put(RELATION_HEADER, LINK);
            }
            return new SendSpan(span, headers);
        } catch (RuntimeException | Error e) {
            span.end();
            throw e;
        }
    }

    /** Returns the context of the thread; without a span, the context from headers that the sender has set itself. */
    private Context sender(Map<String, String> headers) {
        Context current = Context.current();
        return headers.isEmpty() || Span.fromContext(current).getSpanContext().isValid() ? current
                : continued(current, headers);
    }

    private Context continued(Context context, Map<String, String> headers) {
        return propagator.extract(context, headers, HEADERS);
    }

    private static boolean isDelayed(TaskOptions options) {
        Instant now = Instant.now();
        return options.processAt() != null && options.processAt().from(now).isAfter(now);
    }

    /** Sets the attributes that the conventions require for sampling; sets the others only if the span is sampled. */
    @Override
    public Attempt process(Delivery delivery, String channel, boolean link) {
        SpanBuilder builder = tracer.spanBuilder("process " + delivery.queue()).setSpanKind(SpanKind.CONSUMER)
                .setStartTimestamp(Instant.now().minus(waitForLane(delivery)))
                .setAttribute(SpanAttributes.SYSTEM, "asynq").setAttribute(SpanAttributes.OPERATION_NAME, "process")
                .setAttribute(SpanAttributes.OPERATION_TYPE, "process")
                .setAttribute(SpanAttributes.QUEUE, delivery.queue());
        Context sender = delivery instanceof TaskDelivery task ? ofTask(builder, task.message(), link)
                : ofGroup(builder, delivery);
        Span span = builder.startSpan();
        try {
            if (span.isRecording()) {
                span.setAttribute(SpanAttributes.CHANNEL, channel);
                describe(span, delivery);
            }
            ProcessSpan process = new ProcessSpan(span, sender);
            delivery.observe(process);
            return new Attempt(process.traceId(), process);
        } catch (RuntimeException | Error e) {
            span.end();
            throw e;
        }
    }

    private static void describe(Span span, Delivery delivery) {
        if (delivery instanceof TaskDelivery task) {
            span.setAttribute(SpanAttributes.ID, task.message().id());
            span.setAttribute(SpanAttributes.TYPE, task.message().type());
            span.setAttribute(SpanAttributes.ATTEMPT, task.message().retried() + 1L);
        } else {
            span.setAttribute(SpanAttributes.GROUP, delivery.group());
            span.setAttribute(SpanAttributes.COUNT, (long) delivery.members().size());
        }
    }

    /**
     * Returns how long the attempt waited for its lane. Needed because attempts use the clock of Redis, but spans do
     * not.
     */
    private static Duration waitForLane(Delivery delivery) {
        Duration wait = Duration.between(delivery.takenAt(), delivery.begunAt());
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private Context ofTask(SpanBuilder builder, TaskMessage message, boolean link) {
        Context sender = continued(Context.root(), message.headers());
        if (link || isLater(message)) {
            builder.setNoParent().addLink(Span.fromContext(sender).getSpanContext());
        } else {
            builder.setParent(sender);
        }
        return sender;
    }

    /** Whether the attempt is a retry or the task was delayed, so that its sender's trace has ended long ago. */
    private static boolean isLater(TaskMessage message) {
        return message.retried() > 0 || message.lastFailedAt() != null
                || LINK.equals(message.headers().get(RELATION_HEADER));
    }

    private Context ofGroup(SpanBuilder builder, Delivery delivery) {
        builder.setNoParent();
        delivery.members().stream().limit(MAX_LINKS).forEach(member -> builder
                .addLink(Span.fromContext(continued(Context.root(), member.headers())).getSpanContext()));
        return Context.root();
    }
}
