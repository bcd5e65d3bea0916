package io.github.asynqee.sample.examples.operate;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A running task is stopped from outside, by {@code asynq task cancel} or asynqmon. */
@ApplicationScoped
public class CancellationExample {

    @Inject
    private ExampleLog log;

    /** Runs until it is cancelled; a call that blocks would be interrupted. */
    @Incoming("simulations")
    public CompletionStage<Void> simulate(Message<byte[]> simulation) {
        AsynqMessage<?> task = simulation.unwrap(AsynqMessage.class);
        log.add("CancellationExample", "running");
        while (!task.isCancelled()) {
            Thread.onSpinWait();
        }
        log.add("CancellationExample", "cancelled");
        return task.nack(new IllegalStateException("cancelled"));
    }
}
