package io.github.asynqee;

/** A task or one of its options is not acceptable. The message says which, its value and what is allowed. */
public class InvalidTaskException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong and what is allowed
     */
    public InvalidTaskException(String message) {
        super(message);
    }
}
