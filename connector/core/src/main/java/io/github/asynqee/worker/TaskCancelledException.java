package io.github.asynqee.worker;

/** Somebody asked to cancel the task while it ran or waited for a lane. */
public class TaskCancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text asynq uses. */
    public TaskCancelledException() {
        super("context canceled");
    }
}
