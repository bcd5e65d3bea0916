/**
 * Takes tasks from their queues, hands them to lanes and writes down what became of them. A task's way:
 * {@code Fetcher} → {@code Router} → {@link io.github.asynqee.worker.Channel} →
 * {@link io.github.asynqee.worker.Lane} → {@link io.github.asynqee.worker.Delivery} → {@code OutcomeRules} →
 * {@code Completer}.
 */
package io.github.asynqee.worker;
