package io.github.asynqee;

/** A batch with this ID has completed, or is not there: it takes no members. */
public class BatchEndedException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the batch
     */
    public BatchEndedException(String message) {
        super(message, null);
    }
}
