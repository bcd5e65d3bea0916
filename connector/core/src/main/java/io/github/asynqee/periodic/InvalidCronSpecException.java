package io.github.asynqee.periodic;

/** A cron spec cannot be read. The message names the spec, the field, its value and what is allowed. */
public class InvalidCronSpecException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong and what is allowed
     */
    public InvalidCronSpecException(String message) {
        super(message);
    }
}
