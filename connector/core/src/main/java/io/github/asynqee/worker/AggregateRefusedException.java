package io.github.asynqee.worker;

/** The task that replaces a group was refused: another task has its ID or holds its uniqueness lock. */
public class AggregateRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the reason
     */
    public AggregateRefusedException(String message) {
        super(message);
    }
}
