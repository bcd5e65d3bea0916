package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A member of a staged set and its outcome.
 *
 * @param message the task
 * @param outcome the outcome
 * @param attempt the record to store with the task; ignored if the outcome deletes the task
 */
public record MemberSettlement(TaskMessage message, Outcome outcome, AttemptRecord attempt) {

    /** Without a record of the attempt. */
    public MemberSettlement(TaskMessage message, Outcome outcome) {
        this(message, outcome, AttemptRecord.NONE);
    }
}
