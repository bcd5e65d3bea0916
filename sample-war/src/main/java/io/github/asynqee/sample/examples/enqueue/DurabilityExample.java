package io.github.asynqee.sample.examples.enqueue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.EnqueueUnconfirmedException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.WelcomeEmail;
import io.github.asynqee.sample.examples.run.Example;

/** A task counts as enqueued when a replica of Redis also has it. */
@ApplicationScoped
public class DurabilityExample implements Example {

    @Inject
    private AsynqClient client;

    @Override
    public CompletionStage<?> run() {
        return CompletableFuture.completedStage(enqueue(new WelcomeEmail("you@example.com")));
    }

    private String enqueue(WelcomeEmail email) {
        try {
            AsynqClient durable = client.withDurability(Durability.replicas(1).within(Duration.ofMillis(500)));
            return durable.enqueue(Task.of("example:welcome", email).queue("examples")).id();
        } catch (DurabilityRefusedException e) {
            return "Redis has no replica: " + e.getMessage();
        } catch (EnqueueUnconfirmedException e) {
            return "stored, but not confirmed: " + e.task().id();
        }
    }
}
