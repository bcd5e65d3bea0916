package io.github.asynqee.sample.shop;

import jakarta.ejb.ApplicationException;

/** There is not enough in stock. {@code skip-retry-on} archives the task at once. */
@ApplicationException(rollback = true)
public class SoldOutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public SoldOutException(String message) {
        super(message);
    }
}
