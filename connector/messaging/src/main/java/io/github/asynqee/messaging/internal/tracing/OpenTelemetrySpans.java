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
 * Spans by OpenTelemetry's conventions for messaging: {@code send} of a producer, and {@code process} of a consumer for
 * each attempt. The context is in the headers of the task, as the propagators of the application write it.
 */
final class OpenTelemetrySpans implements Spans {

    /** Header of tasks whose attempts are to be linked to their sender, for any configuration of the channel. */
    static final String RELATION_HEADER = "trace-relation";
    static final String LINK = "link";

    /** A span keeps no more, unless its limits are configured. */
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

    /** The spans of the application's bean; {@code null} if it has none, or one that is disabled. */
    static @Nullable OpenTelemetrySpans find(BeanManager beans) {
        Instance<OpenTelemetry> bean = beans.createInstance().select(OpenTelemetry.class);
        // several ones are an error that names them
        return bean.isUnsatisfied() ? null : ofEnabled(bean.get());
    }

    /** Only a disabled one has spans without ID; a span that is never ended is not exported. */
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

    /** The context of the thread; if it has no span, that of headers which the sender has set itself. */
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

    /** A sampler gets what the conventions say; the rest is only set if the span is sampled. */
    @Override
    public Attempt process(Delivery delivery, String channel, boolean link) {
        SpanBuilder builder = tracer.spanBuilder("process " + delivery.queue()).setSpanKind(SpanKind.CONSUMER)
                .setStartTimestamp(Instant.now().minus(held(delivery)))
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

    /** How long the attempt has waited for its lane; its times are those of Redis, which spans do not have. */
    private static Duration held(Delivery delivery) {
        Duration held = Duration.between(delivery.takenAt(), delivery.begunAt());
        return held.isNegative() ? Duration.ZERO : held;
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

    /** Whether the attempt is not the first, or the task was delayed: then its sender has long ended. */
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
