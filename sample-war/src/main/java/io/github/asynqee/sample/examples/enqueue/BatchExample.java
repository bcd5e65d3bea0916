package io.github.asynqee.sample.examples.enqueue;

import static java.time.Duration.ofHours;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.WelcomeEmail;
import io.github.asynqee.sample.examples.run.Example;

/** Thousands of tasks in a few round trips, with one result for each. */
@ApplicationScoped
public class BatchExample implements Example {

    @Inject
    private AsynqClient client;

    @Override
    public CompletionStage<?> run() {
        List<Task<WelcomeEmail>> tasks = IntStream.range(0, 2_000).mapToObj(BatchExample::task).toList();
        List<EnqueueResult> results = client.enqueueAll(tasks);
        return CompletableFuture.completedStage(results.stream().filter(EnqueueResult::isStored).count());
    }

    private static Task<WelcomeEmail> task(int number) {
        return Task.of("example:batch", new WelcomeEmail(number + "@example.com")).queue("examples")
                .processIn(ofHours(1));
    }
}
