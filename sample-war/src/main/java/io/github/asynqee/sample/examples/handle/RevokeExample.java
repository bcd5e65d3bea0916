package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.sample.examples.WelcomeEmail;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A task that is no longer wanted is deleted. */
@ApplicationScoped
public class RevokeExample {

    /** Has nothing to do. */
    @Incoming("offers")
    public void offer(WelcomeEmail email) {
        throw new RevokeTaskException("unsubscribed: " + email.to());
    }
}
