package io.github.asynqee.sample.examples.handle;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A tenant with many tasks does not delay the others: {@code fair-by}. */
@ApplicationScoped
public class FairExample implements Example {

    @Inject
    private AsynqClient client;
    @Inject
    private ExampleLog log;

    /** Enqueues tasks of two tenants. */
    @Override
    public CompletionStage<?> run() {
        return CompletableFuture.allOf(
                Stream.of(task("big", "1"), task("big", "2"), task("big", "3"), task("small", "4"))
                        .map(task -> client.enqueueAsync(task).toCompletableFuture())
                        .toArray(CompletableFuture[]::new));
    }

    private static Task<String> task(String tenant, String text) {
        return Task.of("example:statement", text).queue("statements").header("tenant", tenant);
    }

    /** Gets the tasks of the tenants in turn. */
    @Incoming("statements")
    public void write(String text) {
        log.add("FairExample", text);
    }
}
