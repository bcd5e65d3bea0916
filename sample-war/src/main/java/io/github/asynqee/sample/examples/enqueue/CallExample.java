package io.github.asynqee.sample.examples.enqueue;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskContext;
import io.github.asynqee.sample.examples.run.Example;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The caller gets the result that a handler writes, here or on another server. */
@ApplicationScoped
public class CallExample implements Example {

    @Inject
    private AsynqClient client;

    @Inject
    private TaskContext task;

    /**
     * A price.
     *
     * @param pieces how many
     * @param total in cents
     */
    public record Quote(int pieces, int total) {}

    @Override
    public CompletionStage<?> run() {
        return client.call(Task.of("example:quote", 3).queue("examples"), Quote.class, Duration.ofSeconds(20))
                .thenApply(quote -> quote.pieces() + " pieces: " + quote.total());
    }

    /** Calculates a price. */
    @Incoming("quotes")
    public void calculate(Integer pieces) {
        task.writeResult(new Quote(pieces, pieces * 250));
    }
}
