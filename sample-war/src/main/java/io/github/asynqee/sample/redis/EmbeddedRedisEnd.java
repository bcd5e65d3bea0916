package io.github.asynqee.sample.redis;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;

/** Stops the embedded Redis when no bean is left that could need it, also after a deployment that failed. */
public class EmbeddedRedisEnd implements Extension {

    void stop(@Observes BeforeShutdown event) {
        ApplicationRedis.stop();
    }
}
