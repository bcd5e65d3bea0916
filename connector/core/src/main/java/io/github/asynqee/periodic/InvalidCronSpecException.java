package io.github.asynqee.periodic;

/** A cron spec is invalid. The message names the spec, the field, its value and the allowed values. */
public class InvalidCronSpecException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the invalid value and the allowed values
     */
    public InvalidCronSpecException(String message) {
        super(message);
    }
}
