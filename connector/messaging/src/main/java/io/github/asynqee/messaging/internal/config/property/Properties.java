package io.github.asynqee.messaging.internal.config.property;

import java.util.Optional;
import java.util.function.Function;

import org.eclipse.microprofile.config.Config;

/**
 * The properties of the connector, or of one channel with the connector's as defaults.
 *
 * <p>Reads the application's MicroProfile Config rather than the channel configuration passed by the runtime, because
 * the runtimes hide the attribute {@code type} there.
 */
public final class Properties {

    public static final String CONNECTOR_NAME = "asynq";

    private final Config config;
    private final Scope scope;
    private final String name;

    private Properties(Config config, Scope scope, String name) {
        this.config = config;
        this.scope = scope;
        this.name = name;
    }

    public static Properties ofConnector(Config config) {
        return new Properties(config, Scope.CONNECTOR, CONNECTOR_NAME);
    }

    public static Properties ofChannel(Config config, Scope scope, String channel) {
        return new Properties(config, scope, channel);
    }

    /** The property of an attribute, set for this channel or for the connector. */
    public Optional<Property> find(Attribute attribute) {
        return own(attribute).or(() -> inherited(attribute));
    }

    /** The property of an attribute, set for this channel. */
    public Optional<Property> own(Attribute attribute) {
        return property(attribute, scope, name);
    }

    /** The property of an attribute, set for the connector. */
    public Optional<Property> inherited(Attribute attribute) {
        return property(attribute, Scope.CONNECTOR, CONNECTOR_NAME);
    }

    private Optional<Property> property(Attribute attribute, Scope where, String owner) {
        if (!attribute.isAllowedIn(where)) {
            return Optional.empty();
        }
        return Property.find(config, where.prefix(owner) + attribute.key());
    }

    public <T> T get(Attribute attribute, Function<Property, T> reader, T defaultValue) {
        return find(attribute).map(reader).orElse(defaultValue);
    }

    /** Reads an attribute, or its documented default. */
    public <T> T get(Attribute attribute, Function<Property, T> reader) {
        return reader.apply(find(attribute).orElseGet(() -> new Property(attribute.key(), attribute.defaultValue())));
    }

    public String text(Attribute attribute, String defaultValue) {
        return get(attribute, Property::value, defaultValue);
    }

    /** The URL of the Redis. */
    public String url() {
        return get(Attribute.URL, Property::value);
    }

    /** The common prefix of the properties of this channel. */
    public String prefix() {
        return scope.prefix(name);
    }
}
