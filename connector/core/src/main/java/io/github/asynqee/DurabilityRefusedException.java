package io.github.asynqee;

/** Redis cannot provide a {@linkplain Durability durability}. The message says what is missing. */
public class DurabilityRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is missing
     */
    public DurabilityRefusedException(String message) {
        super(message);
    }
}
