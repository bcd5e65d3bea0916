package io.github.asynqee.messaging.internal.health;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;

/** Records the response; servers bring their own implementation. */
final class Report extends HealthCheckResponseBuilder {

    final Map<String, Object> data = new HashMap<>();
    boolean up = true;

    @Override
    public HealthCheckResponseBuilder name(String name) {
        return this;
    }

    @Override
    public HealthCheckResponseBuilder withData(String key, String value) {
        data.put(key, value);
        return this;
    }

    @Override
    public HealthCheckResponseBuilder withData(String key, long value) {
        data.put(key, value);
        return this;
    }

    @Override
    public HealthCheckResponseBuilder withData(String key, boolean value) {
        data.put(key, value);
        return this;
    }

    @Override
    public HealthCheckResponseBuilder up() {
        return status(true);
    }

    @Override
    public HealthCheckResponseBuilder down() {
        return status(false);
    }

    @Override
    public HealthCheckResponseBuilder status(boolean isUp) {
        up = isUp;
        return this;
    }

    @Override
    public HealthCheckResponse build() {
        throw new UnsupportedOperationException();
    }
}
