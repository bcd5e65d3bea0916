package io.github.asynqee.sample.shop.newsletter;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.shop.mail.Mail;
import io.github.asynqee.sample.shop.mail.Mailbox;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Plain handlers: the payload is an object; a normal return completes the task, an exception leads to a retry. */
@ApplicationScoped
public class WelcomeEmails {

    @Inject
    private Subscribers subscribers;
    @Inject
    private Mailbox mailbox;

    /** Sends the first mail. */
    @Incoming("welcomes")
    public void welcome(Subscriber subscriber) {
        subscribers.add(subscriber);
        mailbox.take(new Mail(subscriber.email(), "Welcome aboard",
                "Dear " + subscriber.name() + ", from now on our newsletters find their way to you."));
    }

    /** Sends another mail later, if the recipient has not unsubscribed. */
    @Incoming("follow-ups")
    public void followUp(Subscriber subscriber) {
        if (!subscribers.include(subscriber.email())) {
            throw new NotSubscribedException(subscriber.email());
        }
        mailbox.take(new Mail(subscriber.email(), "How do you like it?",
                "Dear " + subscriber.name() + ", you have been with us for a while now. Do write back."));
    }
}
