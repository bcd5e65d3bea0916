package io.github.asynqee;

/**
 * The connection broke before Redis answered: the task may or may not be in Redis, or may even have run already. It was
 * not sent again. Whoever sends it again does so best with the same ID, which is refused if the first one is there.
 */
public class EnqueueAmbiguousException extends EnqueueException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which task and why
     * @param cause what the connection said
     */
    public EnqueueAmbiguousException(String message, Throwable cause) {
        super(message, cause);
    }
}
