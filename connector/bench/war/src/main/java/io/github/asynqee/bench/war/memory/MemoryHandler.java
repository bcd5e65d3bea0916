package io.github.asynqee.bench.war.memory;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler and an emitter like those of the tasks, joined to each other in memory. */
@ApplicationScoped
public class MemoryHandler {

    @Inject
    @Channel("memory")
    private Emitter<byte[]> emitter;

    /**
     * Sends a message to {@link #handle}.
     *
     * @param payload its payload
     */
    public void send(byte[] payload) {
        emitter.send(payload);
    }

    /**
     * Does nothing with a message.
     *
     * @param payload its payload
     */
    @Incoming("memory")
    public void handle(byte[] payload) {
        // only that the server must call it matters
    }
}
