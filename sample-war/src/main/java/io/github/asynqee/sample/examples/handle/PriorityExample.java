package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Three queues by weight: {@code queues} in the configuration. */
@ApplicationScoped
public class PriorityExample {

    @Inject
    private ExampleLog log;

    /** Gets tasks of all three queues. */
    @Incoming("invoices")
    public void print(String invoice) {
        log.add("PriorityExample", invoice);
    }
}
