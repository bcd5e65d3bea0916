package io.github.asynqee.sample.shop;

/** Somebody does not want our letters any more. The configuration says to forget the task. */
public class NotSubscribedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NotSubscribedException(String email) {
        super("not subscribed: " + email);
    }
}
