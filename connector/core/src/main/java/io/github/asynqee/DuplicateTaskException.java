package io.github.asynqee;

/** Another task of the same type, payload and queue holds the uniqueness lock. */
public class DuplicateTaskException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which task and why
     */
    public DuplicateTaskException(String message) {
        super(message, null);
    }
}
