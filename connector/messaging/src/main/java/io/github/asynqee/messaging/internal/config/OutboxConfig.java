package io.github.asynqee.messaging.internal.config;

import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Property;
import io.github.asynqee.messaging.internal.config.property.Scope;

/**
 * The outbox of an application; {@link Attribute} has meanings and defaults.
 *
 * @param dataSource the JNDI name of its database
 * @param table the name of its table
 * @param create whether its tables are created if they are missing
 */
public record OutboxConfig(String dataSource, String table, boolean create) {

    static OutboxConfig read(Properties properties) {
        return new OutboxConfig(properties.get(Attribute.OUTBOX_DATASOURCE, Property::value),
                properties.get(Attribute.OUTBOX_TABLE, Property::identifier),
                properties.get(Attribute.OUTBOX_CREATE, Property::bool));
    }

    /** @return the property that names the database, with its value */
    public String property() {
        return Scope.CONNECTOR.prefix(Properties.CONNECTOR_NAME) + Attribute.OUTBOX_DATASOURCE.key() + "=" + dataSource;
    }

    /** @return the display name of the outbox: its database, and its table unless the table has the default name */
    public String label() {
        return dataSource + (table.equals(Attribute.OUTBOX_TABLE.defaultValue()) ? "" : " " + table);
    }
}
