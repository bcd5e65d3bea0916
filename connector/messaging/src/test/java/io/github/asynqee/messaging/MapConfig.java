package io.github.asynqee.messaging;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.config.spi.Converter;

/** A configuration of strings. */
public record MapConfig(Map<String, String> values) implements Config {

    public static MapConfig of(String... namesAndValues) {
        Map<String, String> values = new java.util.LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new MapConfig(values);
    }

    @Override
    public <T> T getValue(String name, Class<T> type) {
        return getOptionalValue(name, type).orElseThrow();
    }

    @Override
    public <T> Optional<T> getOptionalValue(String name, Class<T> type) {
        return Optional.ofNullable(values.get(name)).map(type::cast);
    }

    @Override
    public Iterable<String> getPropertyNames() {
        return values.keySet();
    }

    @Override
    public ConfigValue getConfigValue(String name) {
        return new Value(name, values.get(name));
    }

    @Override
    public Iterable<ConfigSource> getConfigSources() {
        return List.of();
    }

    @Override
    public <T> Optional<Converter<T>> getConverter(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        throw new IllegalArgumentException();
    }

    private record Value(String getName, String getValue) implements ConfigValue {
        @Override
        public String getRawValue() {
            return getValue;
        }

        @Override
        public String getSourceName() {
            return "map";
        }

        @Override
        public int getSourceOrdinal() {
            return 0;
        }
    }
}
