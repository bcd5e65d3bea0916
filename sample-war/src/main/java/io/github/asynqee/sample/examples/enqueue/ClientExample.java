package io.github.asynqee.sample.examples.enqueue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.sample.examples.WelcomeEmail;
import io.github.asynqee.sample.examples.run.Example;

/** The client returns the data of the stored task. */
@ApplicationScoped
public class ClientExample implements Example {

    @Inject
    private AsynqClient client;

    @Override
    public CompletionStage<?> run() {
        WelcomeEmail email = new WelcomeEmail("you@example.com");
        TaskInfo info = client.enqueue(Task.of("example:welcome", email).queue("examples"));
        return CompletableFuture.completedStage(info.id() + " " + info.state());
    }
}
