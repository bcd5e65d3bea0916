/**
 * The connector's API: asynq's queues as channels of MicroProfile Reactive Messaging. The name of the connector in the
 * configuration is {@code asynq}.
 */
package io.github.asynqee.messaging;
