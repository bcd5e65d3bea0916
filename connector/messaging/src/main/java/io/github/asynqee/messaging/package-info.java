/**
 * asynq's queues as channels of MicroProfile Reactive Messaging. What an application sees is here:
 * {@link io.github.asynqee.messaging.AsynqMessage} in its handlers, and the connector's name {@code asynq} in its
 * configuration. The rooms below: {@code config} reads and checks the configuration, {@code cdi} finds the handlers,
 * {@code payload} turns bytes into objects and back, {@code incoming} and {@code outgoing} are the channels,
 * {@code threads} gives them threads, {@code runtime} starts and stops everything, {@code health} reports.
 */
package io.github.asynqee.messaging;
