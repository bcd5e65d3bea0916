package io.github.asynqee.inspect;

/** An operation of the {@link Inspector} is not possible; nothing was changed. */
public class InspectionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the queue or task, and what is wrong
     */
    public InspectionException(String message) {
        super(message);
    }
}
