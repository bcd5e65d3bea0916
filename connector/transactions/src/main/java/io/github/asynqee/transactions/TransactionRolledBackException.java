package io.github.asynqee.transactions;

import io.github.asynqee.EnqueueException;

/** A task was not enqueued because the transaction in which it was sent was rolled back. */
public class TransactionRolledBackException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the task and the reason
     */
    public TransactionRolledBackException(String message) {
        super(message, null);
    }
}
