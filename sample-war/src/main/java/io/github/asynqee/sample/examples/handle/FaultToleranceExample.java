package io.github.asynqee.sample.examples.handle;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * A short failure of a service is retried within the attempt. After a longer failure the service is not called for a
 * minute; tasks use no retry during this time because of {@code ignore-failure-on} in the configuration.
 */
@ApplicationScoped
public class FaultToleranceExample {

    private final AtomicInteger calls = new AtomicInteger();

    @Inject
    private ExampleLog log;

    /** Every other call fails. */
    @Incoming("notices")
    @Retry(maxRetries = 2, delay = 500)
    @CircuitBreaker(requestVolumeThreshold = 10, failureRatio = 0.9, delay = 60_000)
    public void inform(String customer) throws IOException {
        if (calls.incrementAndGet() % 2 == 1) {
            log.add("FaultToleranceExample", "no answer");
            throw new IOException("no answer");
        }
        log.add("FaultToleranceExample", "notified " + customer);
    }
}
