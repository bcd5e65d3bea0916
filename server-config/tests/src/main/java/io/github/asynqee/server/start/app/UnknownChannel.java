package io.github.asynqee.server.start.app;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles a channel that is not configured. */
@ApplicationScoped
public class UnknownChannel {

    @Incoming("unknown")
    void handle(String payload) {
        throw new AssertionError("never called");
    }
}
