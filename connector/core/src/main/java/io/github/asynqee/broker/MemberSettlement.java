package io.github.asynqee.broker;

import io.github.asynqee.protocol.TaskMessage;

/**
 * What becomes of a member of a staged set.
 *
 * @param message the task
 * @param outcome what becomes of it
 */
public record MemberSettlement(TaskMessage message, Outcome outcome) {}
