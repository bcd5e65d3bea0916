/** The metrics of the node as MBeans and OpenTelemetry instruments. */
@NullMarked
package io.github.asynqee.messaging.internal.metrics;

import org.jspecify.annotations.NullMarked;
