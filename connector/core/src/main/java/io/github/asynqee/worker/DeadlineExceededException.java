package io.github.asynqee.worker;

/** An attempt took longer than the task's timeout or deadline allows. */
public class DeadlineExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception with the text asynq uses. */
    public DeadlineExceededException() {
        super("context deadline exceeded");
    }
}
