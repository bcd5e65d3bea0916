package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A member of a staged set and its outcome.
 *
 * @param message the task
 * @param outcome the outcome
 * @param attempt what is recorded with the task; nothing if the outcome deletes it
 */
public record MemberSettlement(TaskMessage message, Outcome outcome, AttemptRecord attempt) {

    /** Without a record of the attempt. */
    public MemberSettlement(TaskMessage message, Outcome outcome) {
        this(message, outcome, AttemptRecord.NONE);
    }
}
