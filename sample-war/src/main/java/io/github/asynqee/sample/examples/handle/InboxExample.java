package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * With {@code inbox.datasource} the handler runs in a transaction, and its changes of this database happen once: a task
 * that is delivered again is acknowledged without calling the handler.
 */
@ApplicationScoped
public class InboxExample {

    @Inject
    private ExampleLog log;

    /** Books a payment. */
    @Incoming("bookings")
    public void book(String payment) {
        log.add("InboxExample", "booked " + payment);
    }
}
