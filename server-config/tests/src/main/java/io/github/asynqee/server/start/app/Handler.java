package io.github.asynqee.server.start.app;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles the tasks of the application's queue. */
@ApplicationScoped
public class Handler {

    @Incoming("jobs")
    void handle(String payload) {
        // the task has run
    }
}
