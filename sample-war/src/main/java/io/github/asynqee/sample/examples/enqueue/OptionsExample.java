package io.github.asynqee.sample.examples.enqueue;

import static java.time.Duration.ofHours;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.WelcomeEmail;
import io.github.asynqee.sample.examples.run.Example;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Options of one task: it runs tomorrow, without retries, with an ID chosen by the application. */
@ApplicationScoped
public class OptionsExample implements Example {

    @Inject
    @Channel("reminders-out")
    private Emitter<Task<WelcomeEmail>> reminders;

    @Override
    public CompletionStage<?> run() {
        WelcomeEmail email = new WelcomeEmail("me@example.com");
        return reminders.send(Task.ofPayload(email).processIn(ofHours(24)).unique(ofHours(1)).id("reminder-42"));
    }
}
