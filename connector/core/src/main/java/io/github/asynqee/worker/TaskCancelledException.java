package io.github.asynqee.worker;

/** The task was cancelled on request while it ran or waited for a lane. */
public class TaskCancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text asynq uses. */
    public TaskCancelledException() {
        super("context canceled");
    }
}
