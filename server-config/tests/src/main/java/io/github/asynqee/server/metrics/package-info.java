/**
 * The metrics of queues and nodes, and the traces of tasks, as a Prometheus server and a telemetry collector receive them.
 */
package io.github.asynqee.server.metrics;
