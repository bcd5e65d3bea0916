/** Metrics of queues, for Prometheus: their declaration, their values, and the text formats. */
@NullMarked
package io.github.asynqee.metrics;

import org.jspecify.annotations.NullMarked;
