package io.github.asynqee.worker;

/** No channel handles tasks of this type. */
public class HandlerNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception with the text asynq uses.
     *
     * @param type the task's type
     */
    public HandlerNotFoundException(String type) {
        super("handler not found for task \"" + type + "\"");
    }
}
