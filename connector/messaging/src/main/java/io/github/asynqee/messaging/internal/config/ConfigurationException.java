package io.github.asynqee.messaging.internal.config;

import jakarta.enterprise.inject.spi.DeploymentException;

/** The configuration is invalid. The message names the property, its value and the allowed values. */
public class ConfigurationException extends DeploymentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the problem and the allowed values
     */
    public ConfigurationException(String message) {
        super("asynq: " + message);
    }
}
