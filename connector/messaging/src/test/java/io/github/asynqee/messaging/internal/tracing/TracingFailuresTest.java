package io.github.asynqee.messaging.internal.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import org.junit.jupiter.api.Test;

/** Failures in tracing do not affect tasks and do not leave spans open. */
class TracingFailuresTest extends TracedTasks {

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

    /** Returns the spans of the test, with a propagator that uses the given writer. */
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
}
