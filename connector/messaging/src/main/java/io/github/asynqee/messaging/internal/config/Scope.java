package io.github.asynqee.messaging.internal.config;

import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;

/** Where an attribute may stand. */
public enum Scope {
    /** For the application: {@code mp.messaging.connector.asynq.<attribute>}. */
    CONNECTOR(ConnectorFactory.CONNECTOR_PREFIX),
    /** For a channel of handlers: {@code mp.messaging.incoming.<channel>.<attribute>}. */
    INCOMING(ConnectorFactory.INCOMING_PREFIX),
    /** For a channel of tasks to enqueue: {@code mp.messaging.outgoing.<channel>.<attribute>}. */
    OUTGOING(ConnectorFactory.OUTGOING_PREFIX),
    /** For a periodic task: {@code mp.messaging.connector.asynq.cron.<name>.<attribute>}. */
    CRON(ConnectorFactory.CONNECTOR_PREFIX + "asynq.cron.");

    private final String prefix;

    Scope(String prefix) {
        this.prefix = prefix;
    }

    /** @return what the property's name begins with, up to the name of the connector or channel */
    public String prefix() {
        return prefix;
    }

    /**
     * What the names of all properties of one connector or channel begin with.
     *
     * @param name the connector's or channel's name
     * @return the beginning, with the dot before the attribute
     */
    public String prefix(String name) {
        return prefix + (name.contains(".") ? "\"" + name + "\"" : name) + ".";
    }
}
