package io.github.asynqee.sample.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Plain handlers: an object comes in, a normal return means done, an exception means try again later. */
@ApplicationScoped
public class WelcomeDesk {

    @Inject
    private Subscribers subscribers;
    @Inject
    private Letterbox letterbox;

    /** Welcomes somebody. */
    @Incoming("welcomes")
    public void welcome(Subscriber subscriber) {
        subscribers.add(subscriber);
        letterbox.take(new Mail(subscriber.email(), "Welcome aboard",
                "Dear " + subscriber.name() + ", from now on our letters find their way to you."));
    }

    /** Asks them some time later how they like it. */
    @Incoming("follow-ups")
    public void followUp(Subscriber subscriber) {
        if (!subscribers.include(subscriber.email())) {
            throw new NotSubscribedException(subscriber.email());
        }
        letterbox.take(new Mail(subscriber.email(), "How do you like it?",
                "Dear " + subscriber.name() + ", you have been with us for a while now. Do write back."));
    }
}
