package io.github.asynqee.messaging.internal.tracing;

import io.github.asynqee.internal.delivery.AttemptObserver;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;

/**
 * The span of an attempt, from the fetch until its outcome is written, with an event for the start and one for the end
 * of the handler. It is current while the handler is called.
 */
final class ProcessSpan implements AttemptObserver, HandlerScope {

    static final String STARTED = "asynq.handler.started";
    static final String ENDED = "asynq.handler.ended";

    private final Span span;
    private final Context before;
    private final Scope scope;

    /**
     * Makes a span current.
     *
     * @param span the span
     * @param sender the context of the sender, with its baggage
     */
    ProcessSpan(Span span, Context sender) {
        this.span = span;
        span.addEvent(STARTED);
        this.before = Context.current();
        this.scope = sender.with(span).makeCurrent();
    }

    @Override
    public String traceId() {
        return span.getSpanContext().getTraceId();
    }

    @Override
    public void close() {
        attempt(() -> {
            scope.close();
            // a scope left open by the handler prevents this scope from closing
            if (Context.current() != before) {
                before.makeCurrent();
            }
        });
    }

    @Override
    public void handled() {
        attempt(() -> span.addEvent(ENDED));
    }

    @Override
    public void failed(Throwable error, boolean counts) {
        attempt(() -> span.recordException(error));
        if (counts) {
            attempt(() -> SpanAttributes.fail(span, error));
        }
    }

    @Override
    public void confirmed(OutcomeKind outcome) {
        attempt(() -> {
            if (outcome != null) {
                span.setAttribute(SpanAttributes.OUTCOME, outcome.label());
            }
            if (outcome == OutcomeKind.LOST) {
                span.setAttribute(SpanAttributes.ERROR, outcome.label());
                span.setStatus(StatusCode.ERROR, "no outcome could be written; the task runs again");
            }
        });
        attempt(span::end);
    }

    private void attempt(Runnable step) {
        TracerErrors.attempt(span, step);
    }
}
