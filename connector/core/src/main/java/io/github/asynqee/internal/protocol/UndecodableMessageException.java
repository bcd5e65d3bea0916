package io.github.asynqee.internal.protocol;

/** Bytes stored in Redis cannot be decoded as the expected message. */
public class UndecodableMessageException extends Exception {

    /** Type of the tasks that replace undecodable tasks. */
    public static final String QUARANTINE_TYPE = "asynq:undecodable";

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the reason
     * @param cause the decoder's exception, may be {@code null}
     */
    public UndecodableMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
