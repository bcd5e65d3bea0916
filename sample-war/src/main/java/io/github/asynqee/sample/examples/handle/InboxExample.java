package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * With {@code inbox.datasource} the handler runs in a transaction, and what it writes to this database happens once: a task that
 * is delivered again is acknowledged without a call.
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
