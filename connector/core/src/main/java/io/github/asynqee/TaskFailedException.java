package io.github.asynqee;

/**
 * The task of a call has no result. Its handler failed too often or forbade a retry, so the task was archived; or a
 * user deleted the task, or its handler revoked it.
 */
public class TaskFailedException extends CallException {

    private static final long serialVersionUID = 1L;

    private final String error;

    /**
     * Creates the exception.
     *
     * @param task the task
     * @param message the reason
     * @param error the text of the task's last error, empty if it is not known
     */
    public TaskFailedException(TaskInfo task, String message, String error) {
        super(task, message, null);
        this.error = error;
    }

    /**
     * The error of the last attempt, as its worker has recorded it.
     *
     * @return the text; empty if the task was deleted, or archived by a user
     */
    public String error() {
        return error;
    }
}
