package io.github.asynqee.messaging.internal.tracing;

import java.util.Map;
import java.util.concurrent.CompletionException;

import io.github.asynqee.Task;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;

/**
 * The span of a task that is enqueued, until Redis has stored it.
 *
 * @param span the span
 * @param headers what the task gets
 */
record SendSpan(Span span, Map<String, String> headers) implements Sending {

    @Override
    public Task<?> traced(Task<?> task) {
        return task.headers(headers);
    }

    @Override
    public void ended(TaskInfo stored, Throwable error) {
        try {
            if (stored != null) {
                span.setAttribute(OpenTelemetrySpans.ID, stored.id());
            }
            if (error != null) {
                fail(span, error);
            }
            span.end();
        } catch (RuntimeException | LinkageError e) {
            Tracing.notTraced(this, e);
        }
    }

    /** Marks a span as failed. */
    static void fail(Span span, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        span.setAttribute(OpenTelemetrySpans.ERROR, cause.getClass().getName());
        span.setStatus(StatusCode.ERROR, start(cause.getMessage()));
    }

    private static String start(String text) {
        return text == null ? "" : text.substring(0, Math.min(text.length(), TaskAttempt.MAX_ERROR));
    }
}
