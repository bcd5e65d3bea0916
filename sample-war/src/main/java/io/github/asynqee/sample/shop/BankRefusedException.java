package io.github.asynqee.sample.shop;

/** The bank does not pay for now. Leads to an ordinary retry, and to the archive when no retry is left. */
public class BankRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public BankRefusedException(String message) {
        super(message);
    }
}
