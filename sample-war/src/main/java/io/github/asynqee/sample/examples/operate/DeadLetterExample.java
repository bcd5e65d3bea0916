package io.github.asynqee.sample.examples.operate;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A copy of each task that failed permanently, as a task for another handler. */
@ApplicationScoped
public class DeadLetterExample {

    @Inject
    private ExampleLog log;

    /** Fails. */
    @Incoming("payments")
    public void pay(String payment) {
        throw new IllegalStateException("no money");
    }

    /** Gets the copies. */
    @Incoming("lost-payments")
    public void lost(String payment) {
        log.add("DeadLetterExample", payment);
    }
}
