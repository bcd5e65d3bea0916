package io.github.asynqee.console.runtime;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;

import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.config.ConfigException;
import io.github.asynqee.console.config.ConsoleConfig;
import org.eclipse.microprofile.config.ConfigProvider;

/** Reads the configuration during the deployment, which fails if a value is wrong. */
public class ConfigCheck implements Extension {

    void check(@Observes AfterDeploymentValidation validation) {
        try {
            ConsoleConfig.of(ConfigProvider.getConfig());
            AlertConfig.of(ConfigProvider.getConfig());
        } catch (ConfigException e) {
            validation.addDeploymentProblem(e);
        }
    }
}
