package io.github.asynqee.sample.redis;

import java.util.Map;
import java.util.Set;

import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Supplies the URL of an {@linkplain ApplicationRedis embedded Redis}, which the first request starts. The source has the
 * lowest priority: no Redis is started if a property file, a system property or the environment has a URL.
 */
public class EmbeddedRedisSource implements ConfigSource {

    private static final String URL = "mp.messaging.connector.asynq.url";

    @Override
    public String getName() {
        return "embedded Redis";
    }

    @Override
    public int getOrdinal() {
        return Integer.MIN_VALUE;
    }

    @Override
    public Set<String> getPropertyNames() {
        return Set.of(URL);
    }

    @Override
    public String getValue(String name) {
        return URL.equals(name) ? ApplicationRedis.url() : null;
    }

    /** Empty: listing all properties must not start a Redis. */
    @Override
    public Map<String, String> getProperties() {
        return Map.of();
    }
}
