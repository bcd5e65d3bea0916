package io.github.asynqee.sample.examples.enqueue;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.Periodic;
import io.github.asynqee.messaging.PeriodicTasks;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Every morning, once on all servers. */
@ApplicationScoped
public class PeriodicExample implements Example {

    @Inject
    private PeriodicTasks periodicTasks;

    @Inject
    private ExampleLog log;

    /** Makes the payload of the task. */
    @Periodic(name = "morning-report", spec = "0 6 * * *", zone = "Europe/Berlin", type = "example:morning-report", queue = "examples")
    public String report(Instant tick) {
        return "report of " + tick;
    }

    /** Handles the task, on any server. */
    @Incoming("morning-reports")
    public void print(String report) {
        log.add("PeriodicExample", report);
    }

    @Override
    public CompletionStage<?> run() throws Exception {
        return CompletableFuture.completedStage(periodicTasks.runNow("morning-report").isPresent());
    }
}
