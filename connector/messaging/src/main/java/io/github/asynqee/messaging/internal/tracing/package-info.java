/** Spans of tasks, by OpenTelemetry, and the context of log lines. */
@NullMarked
package io.github.asynqee.messaging.internal.tracing;

import org.jspecify.annotations.NullMarked;
