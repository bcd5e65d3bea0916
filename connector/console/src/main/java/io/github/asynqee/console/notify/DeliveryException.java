package io.github.asynqee.console.notify;

/** A message could not be sent. Every viewer may see the text, so it must not contain an address or a secret. */
public final class DeliveryException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean maybeSent;

    public DeliveryException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /**
     * Creates the exception.
     *
     * @param maybeSent whether the target may have got the message
     */
    public DeliveryException(String message, Throwable cause, boolean maybeSent) {
        super(message, cause);
        this.maybeSent = maybeSent;
    }

    /** Whether the target may have got the message: it was sent, but not confirmed. */
    public boolean isMaybeSent() {
        return maybeSent;
    }
}
