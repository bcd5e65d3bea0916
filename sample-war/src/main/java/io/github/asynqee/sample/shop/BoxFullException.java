package io.github.asynqee.sample.shop;

/** There is no room in a mailbox. The configuration says that this is nobody's fault. */
public class BoxFullException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public BoxFullException(String email) {
        super("the mailbox is full: " + email);
    }
}
