package io.github.asynqee.sample.examples.handle;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A handler that takes the message sees all data of its task, and acknowledges it itself. */
@ApplicationScoped
public class MessageExample {

    @Inject
    private ExampleLog log;

    /** Builds a report. */
    @Incoming("reports")
    public CompletionStage<Void> build(Message<String> message) {
        AsynqMessage<?> task = message.unwrap(AsynqMessage.class);
        log.add("MessageExample", task.id() + " " + task.headers() + " " + task.retried() + " " + task.deadline());
        return message.ack();
    }
}
