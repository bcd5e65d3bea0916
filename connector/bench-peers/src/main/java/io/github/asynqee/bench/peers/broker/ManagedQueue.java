package io.github.asynqee.bench.peers.broker;

import java.lang.management.ManagementFactory;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The queue of the Artemis in this process, by its MBean: so this class can be used without Artemis' classes. */
public final class ManagedQueue {

    private static final String NAME = "org.apache.activemq.artemis:subcomponent=queues,queue=\"bench\",*";
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    /** Stops delivery, or delivers again. */
    public void pause(boolean paused) {
        try {
            server.invoke(name(), paused ? "pause" : "resume", new Object[0], new String[0]);
        } catch (JMException e) {
            throw new IllegalStateException("the queue cannot be paused or resumed", e);
        }
    }

    /** The number of messages that wait or are being delivered. */
    public long messages() {
        try {
            return (Long) server.getAttribute(name(), "MessageCount");
        } catch (JMException e) {
            throw new IllegalStateException("the queue cannot be read", e);
        }
    }

    private ObjectName name() throws JMException {
        return server.queryNames(new ObjectName(NAME), null).stream().findFirst()
                .orElseThrow(() -> new IllegalStateException("Artemis has no queue here"));
    }
}
