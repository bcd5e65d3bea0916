package io.github.asynqee.server.start.app;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.reactivestreams.Subscriber;

/** Its annotation would have no effect on tasks. */
@ApplicationScoped
public class RepeatedStream {

    @Incoming("streams")
    @Retry
    public Subscriber<String> handle() {
        throw new AssertionError("never called");
    }
}
