package io.github.asynqee.internal.broker;

import io.github.asynqee.internal.protocol.AttemptRecord;

/**
 * A lease and the outcome to write.
 *
 * @param lease the lease
 * @param outcome the outcome
 * @param attempt what is recorded with the task; nothing if the outcome deletes it
 */
public record Settlement(Lease lease, Outcome outcome, AttemptRecord attempt) {

    /** Without a record of the attempt. */
    public Settlement(Lease lease, Outcome outcome) {
        this(lease, outcome, AttemptRecord.NONE);
    }
}
