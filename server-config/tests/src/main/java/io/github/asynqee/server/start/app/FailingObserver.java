package io.github.asynqee.server.start.app;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;

/** Fails after all other observers. */
@ApplicationScoped
public class FailingObserver {

    void start(
            @Observes @Initialized(ApplicationScoped.class) @Priority(Interceptor.Priority.PLATFORM_AFTER) Object event) {
        Failure.fail();
    }
}
