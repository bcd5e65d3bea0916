package io.github.asynqee.inspect;

/** The batch does not exist. */
public class BatchNotFoundException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the queue and the batch
     */
    public BatchNotFoundException(String message) {
        super(message);
    }
}
