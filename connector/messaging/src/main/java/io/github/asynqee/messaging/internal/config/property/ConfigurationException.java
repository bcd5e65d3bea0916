package io.github.asynqee.messaging.internal.config.property;

import jakarta.enterprise.inject.spi.DeploymentException;

import io.github.asynqee.internal.text.PrintableText;
import org.jspecify.annotations.Nullable;

/** The configuration is invalid. The message names the property, its value and the allowed values. */
public class ConfigurationException extends DeploymentException {

    private static final long serialVersionUID = 1L;
    /** Number of characters to keep at the beginning and the end of a message, because a value may have any length. */
    private static final int KEPT = 1_000;

    /**
     * Creates the exception.
     *
     * @param message the problem and the allowed values
     */
    public ConfigurationException(@Nullable String message) {
        super("asynq: " + shown(PrintableText.of(message)));
    }

    private static String shown(String message) {
        int left = message.length() - 2 * KEPT;
        return left <= 0 ? message
                : message.substring(0, KEPT) + " … " + left + " characters … " + message.substring(KEPT + left);
    }
}
