package io.github.asynqee.bench.peers.broker;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ResourceAdapterInternalException;

import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.ra.ActiveMQResourceAdapter;

/**
 * Artemis' resource adapter with the broker in the same process, connected in memory: the same parts as in WildFly's
 * own messaging subsystem. The system property {@value #FOLDER} names the folder for the journal.
 */
public class EmbeddedBrokerAdapter extends ActiveMQResourceAdapter {

    /** The system property for the folder of the journal. */
    public static final String FOLDER = "bench.artemis";
    private static final long serialVersionUID = 1;
    private transient EmbeddedActiveMQ broker;

    @Override
    public void start(BootstrapContext context) throws ResourceAdapterInternalException {
        try {
            broker = new EmbeddedActiveMQ();
            broker.setMbeanServer(ManagementFactory.getPlatformMBeanServer());
            broker.setConfiguration(BrokerSettings.of(Path.of(System.getProperty(FOLDER)), "vm://0"));
            broker.start();
        } catch (Exception e) {
            throw new ResourceAdapterInternalException("Artemis cannot be started", e);
        }
        super.start(context);
    }

    @Override
    public void stop() {
        super.stop();
        try {
            broker.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Artemis cannot be stopped", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
