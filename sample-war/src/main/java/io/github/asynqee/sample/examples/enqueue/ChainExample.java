package io.github.asynqee.sample.examples.enqueue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** One task leads to the next: the first is done when the second is stored. */
@ApplicationScoped
public class ChainExample {

    @Inject
    private ExampleLog log;

    /** Turns a scan into a text. */
    @Incoming("scans")
    @Outgoing("texts-out")
    public String recognize(byte[] scan) {
        return "text of " + scan.length + " bytes";
    }

    /** Handles the task that {@link #recognize} has enqueued. */
    @Incoming("texts")
    public void index(String text) {
        log.add("ChainExample", text);
    }
}
