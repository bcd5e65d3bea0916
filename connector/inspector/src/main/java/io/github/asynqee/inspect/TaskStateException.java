package io.github.asynqee.inspect;

/** The state of the task does not allow the operation. */
public class TaskStateException extends InspectionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message names the queue or task, and what is wrong
     */
    public TaskStateException(String message) {
        super(message);
    }
}
