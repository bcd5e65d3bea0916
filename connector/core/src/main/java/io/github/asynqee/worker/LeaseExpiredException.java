package io.github.asynqee.worker;

/** The worker that ran the task did not extend its lease in time. */
public class LeaseExpiredException extends RuntimeException {

    /** The text asynq uses. */
    public static final String MESSAGE = "asynq: task lease expired";

    /** Beginning of the error text of a task that was archived because its workers died too often. */
    public static final String ARCHIVED_AFTER = MESSAGE + ": archived after ";

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text asynq uses. */
    public LeaseExpiredException() {
        super(MESSAGE);
    }
}
