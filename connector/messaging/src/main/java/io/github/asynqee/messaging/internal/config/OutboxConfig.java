package io.github.asynqee.messaging.internal.config;

/**
 * The outbox of an application; {@link Attribute} has meanings and defaults.
 *
 * @param dataSource the JNDI name of its database
 * @param create whether its tables are created if they are missing
 */
public record OutboxConfig(String dataSource, boolean create) {

    static OutboxConfig read(Properties properties) {
        return new OutboxConfig(properties.get(Attribute.OUTBOX_DATASOURCE, Property::value),
                properties.get(Attribute.OUTBOX_CREATE, Property::bool));
    }

    /** @return the property that names the database, with its value */
    public String property() {
        return Scope.CONNECTOR.prefix(Properties.CONNECTOR_NAME) + Attribute.OUTBOX_DATASOURCE.key() + "=" + dataSource;
    }
}
