package io.github.asynqee.console.notify;

/** A message could not be sent. The text is for every viewer: no address, no secret. */
public final class DeliveryException extends Exception {

    private static final long serialVersionUID = 1L;

    public DeliveryException(String message, Throwable cause) {
        super(message, cause);
    }
}
