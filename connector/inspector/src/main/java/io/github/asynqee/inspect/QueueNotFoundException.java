package io.github.asynqee.inspect;

/** There is no such queue. */
public class QueueNotFoundException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the queue or task, and what is wrong
     */
    public QueueNotFoundException(String message) {
        super(message);
    }
}
