package io.github.asynqee.sample.examples.enqueue;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** At most one alert a minute is sent for each server: the first. Other alerts are rejected, even after it was sent. */
@ApplicationScoped
public class ThrottleExample implements Example {

    @Inject
    @Channel("alerts-out")
    private Emitter<Task<String>> alerts;

    @Inject
    private ExampleLog log;

    @Override
    public CompletionStage<?> run() {
        return alert("disk is full").thenCompose(sent -> alert("disk is still full")).handle(ThrottleExample::result);
    }

    private CompletionStage<Void> alert(String text) {
        Task<String> task = Task.ofPayload(text);
        return alerts.send(task.uniqueKey("server-42").throttle(Duration.ofMinutes(1)));
    }

    private static String result(Void sent, Throwable error) {
        Throwable reason = error instanceof CompletionException ? error.getCause() : error;
        return reason instanceof DuplicateTaskException ? "sent within the last minute" : "sent";
    }

    /** Gets the first text. */
    @Incoming("alerts")
    public void mail(String text) {
        log.add("ThrottleExample", text);
    }
}
