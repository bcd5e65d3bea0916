/**
 * Port to Redis: one interface per role ({@code ProducerCommands}, {@code WorkerCommands}, …), one method per operation
 * of asynq, and their parameters and results.
 */
package io.github.asynqee.internal.broker;
