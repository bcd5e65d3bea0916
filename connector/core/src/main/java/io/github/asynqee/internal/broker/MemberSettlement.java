package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A member of a staged set and its outcome.
 *
 * @param message the task
 * @param outcome the outcome
 */
public record MemberSettlement(TaskMessage message, Outcome outcome) {}
