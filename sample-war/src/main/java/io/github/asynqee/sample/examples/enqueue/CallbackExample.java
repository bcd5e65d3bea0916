package io.github.asynqee.sample.examples.enqueue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** When all tasks of a batch have succeeded, another task runs once. */
@ApplicationScoped
public class CallbackExample implements Example {

    @Inject
    private AsynqClient client;
    @Inject
    private ExampleLog log;

    @Override
    public CompletionStage<?> run() {
        List<Task<Integer>> parts = IntStream.rangeClosed(1, 100).mapToObj(CallbackExample::part).toList();
        client.batch("scan-42").queue("examples").add(parts)
                .onSuccess(Task.of("example:part", 0).queue("examples")).enqueue();
        return CompletableFuture.completedStage(parts.size());
    }

    private static Task<Integer> part(int number) {
        return Task.of("example:part", number).queue("examples");
    }

    /** Handles the parts, and 0 when all have succeeded. */
    @Incoming("parts")
    public void handle(Integer number) {
        if (number == 0) {
            log.add("CallbackExample", "all parts are there");
        }
    }
}
