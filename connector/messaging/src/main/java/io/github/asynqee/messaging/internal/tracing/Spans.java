package io.github.asynqee.messaging.internal.tracing;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.EnqueueTracer.Sending;
import io.github.asynqee.internal.delivery.Delivery;

/** The spans of one application; hides the classes of OpenTelemetry, which may be absent. */
interface Spans {

    /** Starts the span of a task that is about to be enqueued. */
    Sending send(Task<?> task, boolean link);

    /** Starts the span of an attempt that has begun, and makes it current. */
    Attempt process(Delivery delivery, String channel, boolean link);

    /**
     * The span of an attempt. It ends with the attempt, and is current until the scope is closed.
     *
     * @param traceId the ID of its trace
     * @param scope the scope in which the span is current
     */
    record Attempt(String traceId, HandlerScope scope) {}
}
