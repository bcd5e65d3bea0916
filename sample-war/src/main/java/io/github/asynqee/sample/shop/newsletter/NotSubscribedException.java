package io.github.asynqee.sample.shop.newsletter;

/** The recipient has unsubscribed. {@code revoke-on} deletes the task. */
public class NotSubscribedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NotSubscribedException(String email) {
        super("not subscribed: " + email);
    }
}
