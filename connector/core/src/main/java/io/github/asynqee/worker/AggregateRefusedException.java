package io.github.asynqee.worker;

/** The task that a group was turned into cannot be stored: another one has its ID or holds its uniqueness lock. */
public class AggregateRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message why
     */
    public AggregateRefusedException(String message) {
        super(message);
    }
}
