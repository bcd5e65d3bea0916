package io.github.asynqee.sample.examples.handle;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.messaging.AsynqMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A long task reports its progress. */
@ApplicationScoped
public class ProgressExample {

    private static final long PAGE_MILLIS = 5_000;

    /** Prints ten pages. */
    @Incoming("books")
    public CompletionStage<Void> print(Message<byte[]> book) throws InterruptedException {
        AsynqMessage<?> task = book.unwrap(AsynqMessage.class);
        task.progress(30, "page 3 of 10");
        Thread.sleep(PAGE_MILLIS);
        return task.ack();
    }
}
