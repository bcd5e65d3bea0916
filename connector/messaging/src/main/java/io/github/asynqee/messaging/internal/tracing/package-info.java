/** Spans of tasks, by OpenTelemetry, and the context of log lines. */
package io.github.asynqee.messaging.internal.tracing;
