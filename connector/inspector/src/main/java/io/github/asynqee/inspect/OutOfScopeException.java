package io.github.asynqee.inspect;

/** An inspector of {@link Inspector#within some queues} was asked for what does not belong to these queues alone. */
public class OutOfScopeException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message says what was refused
     */
    public OutOfScopeException(String message) {
        super(message);
    }
}
