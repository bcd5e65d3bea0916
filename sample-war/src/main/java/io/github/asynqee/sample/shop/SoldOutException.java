package io.github.asynqee.sample.shop;

import jakarta.ejb.ApplicationException;

/** There is not enough of something. The configuration says that trying again is pointless. */
@ApplicationException(rollback = true)
public class SoldOutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public SoldOutException(String message) {
        super(message);
    }
}
