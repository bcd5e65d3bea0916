package io.github.asynqee.messaging.internal.tracing;

import java.util.concurrent.CompletionException;

import io.github.asynqee.TaskAttempt;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import org.jspecify.annotations.Nullable;

/** Attributes of task spans, from OpenTelemetry's messaging conventions and specific to asynq. */
final class SpanAttributes {

    static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
    static final AttributeKey<String> OPERATION_NAME = AttributeKey.stringKey("messaging.operation.name");
    static final AttributeKey<String> OPERATION_TYPE = AttributeKey.stringKey("messaging.operation.type");
    static final AttributeKey<String> QUEUE = AttributeKey.stringKey("messaging.destination.name");
    static final AttributeKey<String> ID = AttributeKey.stringKey("messaging.message.id");
    static final AttributeKey<Long> COUNT = AttributeKey.longKey("messaging.batch.message_count");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> TYPE = AttributeKey.stringKey("asynq.task.type");
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("asynq.task.attempt");
    static final AttributeKey<String> CHANNEL = AttributeKey.stringKey("asynq.channel");
    static final AttributeKey<String> GROUP = AttributeKey.stringKey("asynq.group");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("asynq.task.outcome");

    private SpanAttributes() {}

    /** Marks a span as failed. */
    static void fail(Span span, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        span.setAttribute(ERROR, cause.getClass().getName());
        span.setStatus(StatusCode.ERROR, start(cause.getMessage()));
    }

    private static String start(@Nullable String text) {
        return text == null ? "" : text.substring(0, Math.min(text.length(), TaskAttempt.MAX_ERROR));
    }
}
