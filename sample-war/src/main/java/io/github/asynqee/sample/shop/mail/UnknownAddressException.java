package io.github.asynqee.sample.shop.mail;

/** The address does not exist. {@code skip-retry-on} archives the task at once. */
public class UnknownAddressException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public UnknownAddressException(String email) {
        super("unknown address: " + email);
    }
}
