/** Metrics of queues, for Prometheus: their declaration, their values, and the text formats. */
package io.github.asynqee.metrics;
