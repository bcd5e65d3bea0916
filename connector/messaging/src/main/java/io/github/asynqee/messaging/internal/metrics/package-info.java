/** The metrics of the node as MBeans and OpenTelemetry instruments. */
package io.github.asynqee.messaging.internal.metrics;
