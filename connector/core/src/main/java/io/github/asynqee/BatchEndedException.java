package io.github.asynqee;

/** The batch cannot take members, because it has completed or does not exist. */
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
