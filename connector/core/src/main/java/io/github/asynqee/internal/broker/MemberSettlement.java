package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * What becomes of a member of a staged set.
 *
 * @param message the task
 * @param outcome what becomes of it
 */
public record MemberSettlement(TaskMessage message, Outcome outcome) {}
