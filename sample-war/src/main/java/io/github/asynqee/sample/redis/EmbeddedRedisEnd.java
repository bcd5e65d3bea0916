package io.github.asynqee.sample.redis;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;

/** Stops the embedded Redis when no bean can need it any longer, also after a failed deployment. */
public class EmbeddedRedisEnd implements Extension {

    void stop(@Observes BeforeShutdown event) {
        ApplicationRedis.stop();
    }
}
