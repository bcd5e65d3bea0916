package io.github.asynqee.sample.examples;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler and an emitter: all that most applications need. */
@ApplicationScoped
public class Emails {

    @Inject
    private ExampleLog log;

    @Inject
    @Channel("welcome-emails-out")
    private Emitter<WelcomeEmail> emails;

    /** Enqueues a task; the stage completes when it is in Redis. */
    public CompletionStage<Void> welcome(String address) {
        return emails.send(new WelcomeEmail(address));
    }

    /** A normal return completes the task; an exception leads to a retry. */
    @Incoming("welcome-emails")
    public void send(WelcomeEmail email) {
        log.add("Emails", email.to());
    }
}
