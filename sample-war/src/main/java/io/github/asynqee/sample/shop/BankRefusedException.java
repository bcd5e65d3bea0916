package io.github.asynqee.sample.shop;

/** The bank refuses the payment for now. The task is retried, and archived after the last retry. */
public class BankRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public BankRefusedException(String message) {
        super(message);
    }
}
