package io.github.asynqee.sample.shop;

/** Nobody lives at an address. The configuration says that trying again is pointless. */
public class UnknownAddressException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public UnknownAddressException(String email) {
        super("nobody lives at " + email);
    }
}
