package io.github.asynqee.server.start.app;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Sends the tasks of the application's queue to another queue. */
@ApplicationScoped
public class Forwarder {

    @Inject
    @Channel("forwarded")
    Emitter<String> forwarded;

    @Incoming("jobs")
    CompletionStage<Void> handle(String payload) {
        return forwarded.send(payload);
    }
}
