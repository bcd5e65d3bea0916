package io.github.asynqee.sample.shop.mail;

/** The recipient's mailbox is full. {@code ignore-failure-on} retries the task without counting. */
public class BoxFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public BoxFullException(String email) {
        super("the mailbox is full: " + email);
    }
}
