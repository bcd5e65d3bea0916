package io.github.asynqee.server.tck;

import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;

import org.jboss.arquillian.container.spi.client.container.DeploymentExceptionTransformer;

/**
 * WildFly returns deployment failures as text that names the exceptions. Creates the exceptions that the TCK expects
 * from this text, and leaves all other exceptions unchanged.
 */
public final class WildFlyExceptions implements DeploymentExceptionTransformer {

    private static final String DEPLOYMENT = "org.jboss.weld.exceptions.DeploymentException: ";
    private static final String DEFINITION = DefinitionException.class.getName() + ": ";

    @Override
    public Throwable transform(Throwable exception) {
        String message = exception == null ? null : exception.getMessage();
        if (message == null || !message.contains(DEPLOYMENT)) {
            return exception;
        }
        String problem = message.substring(message.indexOf(DEPLOYMENT) + DEPLOYMENT.length());
        int definition = problem.indexOf(DEFINITION);
        return definition < 0
                ? new DeploymentException(problem)
                : new DeploymentException(problem, new DefinitionException(problem.substring(definition)));
    }
}
