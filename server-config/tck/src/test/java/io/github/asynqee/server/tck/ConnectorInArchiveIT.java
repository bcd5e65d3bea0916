package io.github.asynqee.server.tck;

import static org.junit.Assert.assertTrue;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.eclipse.microprofile.reactive.messaging.spi.IncomingConnectorFactory;
import org.eclipse.microprofile.reactive.messaging.spi.OutgoingConnectorFactory;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit.Arquillian;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.Test;
import org.junit.runner.RunWith;

/** Deploys an archive as the TCK does, and checks that the server finds its connector. Runs only with the TCK. */
@RunWith(Arquillian.class)
public class ConnectorInArchiveIT {

    @Inject
    @Connector("asynq")
    private Instance<IncomingConnectorFactory> incoming;

    @Inject
    @Connector("asynq")
    private Instance<OutgoingConnectorFactory> outgoing;

    @Deployment
    public static JavaArchive archive() {
        return ShrinkWrap.create(JavaArchive.class).addAsManifestResource(EmptyAsset.INSTANCE, "beans.xml");
    }

    @Test
    public void the_server_sees_the_connector_in_the_archive() {
        assertTrue("incoming", incoming.isResolvable());
        assertTrue("outgoing", outgoing.isResolvable());
    }
}
