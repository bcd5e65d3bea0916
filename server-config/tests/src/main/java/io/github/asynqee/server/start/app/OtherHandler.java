package io.github.asynqee.server.start.app;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles the tasks of another WAR's queue. */
@ApplicationScoped
public class OtherHandler {

    @Incoming("others")
    void handle(String payload) {
        // the task has run
    }
}
