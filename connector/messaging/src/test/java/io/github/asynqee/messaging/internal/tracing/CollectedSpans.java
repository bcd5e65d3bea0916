package io.github.asynqee.messaging.internal.tracing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import org.awaitility.Awaitility;

/** The SDK of OpenTelemetry with the propagators of the W3C, and the spans that have ended. */
final class CollectedSpans implements OpenTelemetry, SpanProcessor {

    private final List<SpanData> ended = new CopyOnWriteArrayList<>();
    private final SdkTracerProvider provider;

    CollectedSpans(Sampler sampler) {
        provider = SdkTracerProvider.builder().setSampler(sampler).addSpanProcessor(this).build();
    }

    @Override
    public TracerProvider getTracerProvider() {
        return provider;
    }

    @Override
    public ContextPropagators getPropagators() {
        return ContextPropagators.create(TextMapPropagator.composite(W3CTraceContextPropagator.getInstance(),
                W3CBaggagePropagator.getInstance()));
    }

    Tracer own() {
        return provider.get("test");
    }

    List<SpanData> all() {
        return ended;
    }

    /** The spans whose names begin like this, when there are as many. */
    List<SpanData> await(String name, int count) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> of(name).size() >= count);
        return of(name);
    }

    private List<SpanData> of(String name) {
        return ended.stream().filter(span -> span.getName().startsWith(name)).toList();
    }

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
        ended.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }
}
