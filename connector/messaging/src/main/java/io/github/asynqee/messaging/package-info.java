/**
 * The connector's API: asynq's queues as channels of MicroProfile Reactive Messaging. The name of the connector in the
 * configuration is {@code asynq}.
 */
@NullMarked
package io.github.asynqee.messaging;

import org.jspecify.annotations.NullMarked;
