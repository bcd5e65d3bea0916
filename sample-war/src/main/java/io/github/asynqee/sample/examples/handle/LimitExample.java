package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** At most two tasks per tenant run at the same time, across all nodes: {@code limit-key} and {@code max-running}. */
@ApplicationScoped
public class LimitExample {

    @Inject
    private ExampleLog log;

    /** Imports a file of a tenant. */
    @Incoming("imports")
    public void load(String file) {
        log.add("LimitExample", file);
    }
}
