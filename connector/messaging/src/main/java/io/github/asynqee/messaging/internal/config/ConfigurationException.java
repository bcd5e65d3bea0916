package io.github.asynqee.messaging.internal.config;

import jakarta.enterprise.inject.spi.DeploymentException;

/** The configuration is wrong. The message names the property, its value and what is allowed. */
public class ConfigurationException extends DeploymentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong and what is allowed
     */
    public ConfigurationException(String message) {
        super("asynq: " + message);
    }
}
