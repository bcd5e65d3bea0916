package io.github.asynqee.sample.examples;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.Example;

/** Runs {@link Emails}. */
@ApplicationScoped
public class EmailsRun implements Example {

    @Inject
    private Emails emails;

    @Override
    public CompletionStage<?> run() {
        return emails.welcome("me@example.com");
    }
}
