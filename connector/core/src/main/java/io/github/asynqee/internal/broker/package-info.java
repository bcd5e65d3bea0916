/**
 * The port to Redis: one interface per role ({@code ProducerCommands}, {@code WorkerCommands}, …), one method per operation
 * of asynq, and the values they take and return.
 */
package io.github.asynqee.internal.broker;
