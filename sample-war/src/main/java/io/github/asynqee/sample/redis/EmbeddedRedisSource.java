package io.github.asynqee.sample.redis;

import java.util.Map;
import java.util.Set;

import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Says where Redis is when nobody else does: the answer starts an {@linkplain ApplicationRedis embedded Redis}. Being
 * the last source to be asked, it starts nothing if a property file, a system property or the environment has an
 * answer.
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

    /** Empty, because those who list every property do not ask for a Redis. */
    @Override
    public Map<String, String> getProperties() {
        return Map.of();
    }
}
