package io.github.asynqee.console.config;

/** A property of the configuration has a wrong value; the deployment fails with the message. */
public class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }
}
