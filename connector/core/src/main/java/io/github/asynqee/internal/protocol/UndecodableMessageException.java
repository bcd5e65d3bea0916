package io.github.asynqee.internal.protocol;

/** The bytes found in Redis are not the message they should be. */
public class UndecodableMessageException extends Exception {

    /** The type given to tasks that stand for undecodable ones. */
    public static final String QUARANTINE_TYPE = "asynq:undecodable";

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong
     * @param cause what the decoder said, may be {@code null}
     */
    public UndecodableMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
