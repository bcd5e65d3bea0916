package io.github.asynqee;

/** A task or one of its options is invalid. The message names the option, its value and the allowed values. */
public class InvalidTaskException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the invalid value and the allowed values
     */
    public InvalidTaskException(String message) {
        super(message);
    }
}
