package io.github.asynqee.sample.examples.enqueue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A chain: each task is stored when the previous task has succeeded. */
@ApplicationScoped
public class StepsExample implements Example {

    @Inject
    private AsynqClient client;
    @Inject
    private ExampleLog log;

    @Override
    public CompletionStage<?> run() {
        client.enqueueChain(step("fetch").then(step("encode")).then(step("publish")));
        return CompletableFuture.completedStage("fetch");
    }

    private static Task<String> step(String name) {
        return Task.of("example:step", name).queue("examples");
    }

    /** Does one step. */
    @Incoming("steps")
    public void handle(String name) {
        log.add("StepsExample", name);
    }
}
