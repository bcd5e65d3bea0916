package io.github.asynqee.sample.examples;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.messaging.AsynqMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A result that is kept with the task for its {@code retention}. */
@ApplicationScoped
public class ResultExample {

    /** Counts pages. */
    @Incoming("documents")
    public CompletionStage<Void> count(Message<byte[]> document) {
        document.unwrap(AsynqMessage.class).writeResult("12 pages");
        return document.ack();
    }
}
