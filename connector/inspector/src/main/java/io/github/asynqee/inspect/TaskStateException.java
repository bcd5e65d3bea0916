package io.github.asynqee.inspect;

/** The state of the task does not allow the operation. */
public class TaskStateException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the queue or task, and the problem
     */
    public TaskStateException(String message) {
        super(message);
    }
}
