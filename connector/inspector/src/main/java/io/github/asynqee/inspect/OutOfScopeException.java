package io.github.asynqee.inspect;

/** An operation of an inspector with a {@linkplain Inspector#within scope} affects data outside this scope. */
public class OutOfScopeException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the rejected operation
     */
    public OutOfScopeException(String message) {
        super(message);
    }
}
