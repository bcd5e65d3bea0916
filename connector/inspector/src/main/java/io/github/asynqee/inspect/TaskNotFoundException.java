package io.github.asynqee.inspect;

/** The task does not exist. */
public class TaskNotFoundException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the queue or task, and the problem
     */
    public TaskNotFoundException(String message) {
        super(message);
    }
}
