package io.github.asynqee.sample.examples.handle;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Ten tasks of a channel run at once: {@code concurrency} in the configuration. */
@ApplicationScoped
public class ConcurrencyExample {

    private final CyclicBarrier ten = new CyclicBarrier(10);

    @Inject
    private ExampleLog log;

    /** Returns when ten calls run at the same time. */
    @Incoming("thumbnails")
    public void render(byte[] image) throws Exception {
        ten.await(20, TimeUnit.SECONDS);
        log.add("ConcurrencyExample", image.length);
    }
}
