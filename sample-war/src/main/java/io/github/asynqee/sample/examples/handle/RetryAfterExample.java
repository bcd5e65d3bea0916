package io.github.asynqee.sample.examples.handle;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.RetryAfterException;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A service asks for a pause of a second: until then no task of the channel starts on any node. */
@ApplicationScoped
public class RetryAfterExample {

    private boolean busy = true;

    @Inject
    private ExampleLog log;

    /** Calls the service. */
    @Incoming("payouts")
    public void pay(String account) {
        if (refuses()) {
            int wait = 1;
            throw new RetryAfterException(Duration.ofSeconds(wait));
        }
        log.add("RetryAfterExample", account);
    }

    private synchronized boolean refuses() {
        boolean first = busy;
        busy = false;
        return first;
    }
}
