package io.github.asynqee.worker;

/** Whoever ran the task did not extend its lease any more. */
public class LeaseExpiredException extends RuntimeException {

    /** The text asynq uses. */
    public static final String MESSAGE = "asynq: task lease expired";

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text asynq uses. */
    public LeaseExpiredException() {
        super(MESSAGE);
    }
}
