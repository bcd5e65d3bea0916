package io.github.asynqee.inspect;

/** The queue does not exist. */
public class QueueNotFoundException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the queue or task, and the problem
     */
    public QueueNotFoundException(String message) {
        super(message);
    }
}
