package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.SkipRetryException;
import io.github.asynqee.sample.examples.WelcomeEmail;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A failure that no retry can repair: the task is archived at once. */
@ApplicationScoped
public class SkipRetryExample {

    /** Cannot succeed. */
    @Incoming("letters-abroad")
    public void send(WelcomeEmail email) {
        throw new SkipRetryException("no such address: " + email.to());
    }
}
