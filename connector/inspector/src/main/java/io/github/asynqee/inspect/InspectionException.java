package io.github.asynqee.inspect;

/** An operation of the {@link Inspector} was rejected; nothing was changed. */
public class InspectionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the queue or task, and the problem
     */
    public InspectionException(String message) {
        super(message);
    }
}
