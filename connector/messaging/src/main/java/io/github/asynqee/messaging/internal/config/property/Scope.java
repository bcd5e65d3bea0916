package io.github.asynqee.messaging.internal.config.property;

import org.eclipse.microprofile.reactive.messaging.spi.ConnectorFactory;

/** Scope of an attribute. */
public enum Scope {
    /** The connector: {@code mp.messaging.connector.asynq.<attribute>}. */
    CONNECTOR(ConnectorFactory.CONNECTOR_PREFIX),
    /** An incoming channel: {@code mp.messaging.incoming.<channel>.<attribute>}. */
    INCOMING(ConnectorFactory.INCOMING_PREFIX),
    /** An outgoing channel: {@code mp.messaging.outgoing.<channel>.<attribute>}. */
    OUTGOING(ConnectorFactory.OUTGOING_PREFIX),
    /** A periodic task: {@code mp.messaging.connector.asynq.cron.<name>.<attribute>}. */
    CRON(ConnectorFactory.CONNECTOR_PREFIX + "asynq.cron.");

    private final String prefix;

    Scope(String prefix) {
        this.prefix = prefix;
    }

    /** @return the prefix of property names, up to the name of the connector or channel */
    public String prefix() {
        return prefix;
    }

    /**
     * The prefix of the properties of one connector or channel.
     *
     * @param name the connector's or channel's name
     * @return the prefix, including the dot before the attribute
     */
    public String prefix(String name) {
        return prefix + (name.contains(".") ? "\"" + name + "\"" : name) + ".";
    }
}
