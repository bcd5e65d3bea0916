package io.github.asynqee.server.tck;

import java.io.File;

import org.jboss.arquillian.container.spi.client.container.DeploymentExceptionTransformer;
import org.jboss.arquillian.container.test.spi.TestDeployment;
import org.jboss.arquillian.container.test.spi.client.deployment.ProtocolArchiveProcessor;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.as.arquillian.container.ExceptionTransformer;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.container.LibraryContainer;

/**
 * Adds the connector, and all that it needs, to each archive that Arquillian deploys, if the system property
 * {@code tck.libraries} names the directory that has their JARs. On WildFly, has its exceptions read by
 * {@link WildFlyExceptions}. Loaded through {@code META-INF/services}.
 */
public final class ConnectorInArchives implements LoadableExtension {

    private static final String LIBRARIES = "tck.libraries";

    @Override
    public void register(ExtensionBuilder builder) {
        if (System.getProperty(LIBRARIES) != null) {
            builder.service(ProtocolArchiveProcessor.class, Adder.class);
        }
        if ("wildfly".equals(System.getProperty("arquillian.launch"))) {
            builder.override(DeploymentExceptionTransformer.class, ExceptionTransformer.class, WildFlyExceptions.class);
        }
    }

    /** What Arquillian calls with the WAR that it has made of an archive of the TCK. */
    public static final class Adder implements ProtocolArchiveProcessor {

        @Override
        public void process(TestDeployment deployment, Archive<?> archive) {
            File[] jars = new File(System.getProperty(LIBRARIES)).listFiles((directory, name) -> name.endsWith(".jar"));
            ((LibraryContainer<?>) archive).addAsLibraries(jars);
        }
    }
}
