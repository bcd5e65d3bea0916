package io.github.asynqee.messaging.internal.tracing;

import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.opentelemetry.api.trace.Span;

/**
 * The span of enqueueing a task, until Redis has stored it.
 *
 * @param span the span
 * @param headers headers to add to the task
 */
record SendSpan(Span span, Map<String, String> headers) implements Sending {

    @Override
    public Task<?> traced(Task<?> task) {
        try {
            return task.headers(headers);
        } catch (RuntimeException e) {
            // a propagator has written an invalid header
            TracerErrors.log(span, e);
            return task;
        }
    }

    @Override
    public void ended(TaskInfo stored, Throwable error) {
        TracerErrors.attempt(span, () -> {
            if (stored != null) {
                span.setAttribute(SpanAttributes.ID, stored.id());
            }
            if (error != null) {
                SpanAttributes.fail(span, error);
            }
        });
        TracerErrors.attempt(span, span::end);
    }
}
