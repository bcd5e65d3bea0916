package io.github.asynqee.inspect;

/** The state of the queue does not allow the operation. */
public class QueueStateException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the queue or task, and the problem
     */
    public QueueStateException(String message) {
        super(message);
    }
}
