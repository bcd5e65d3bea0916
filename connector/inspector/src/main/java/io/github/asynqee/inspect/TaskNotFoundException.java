package io.github.asynqee.inspect;

/** There is no such task. */
public class TaskNotFoundException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the queue or task, and what is wrong
     */
    public TaskNotFoundException(String message) {
        super(message);
    }
}
