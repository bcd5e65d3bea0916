package io.github.asynqee.sample.examples.enqueue;

import static java.time.Duration.ofHours;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** The stage that {@code send} returns fails with the reason for which a task was refused. */
@ApplicationScoped
public class DuplicateExample implements Example {

    @Inject
    @Channel("invitations-out")
    private Emitter<Task<String>> invitations;

    @Override
    public CompletionStage<?> run() {
        Task<String> task = Task.ofPayload("Come and see").unique(ofHours(1));
        return invitations.send(task).thenCompose(sent -> invitations.send(task)).handle(DuplicateExample::result);
    }

    private static String result(Void sent, Throwable error) {
        Throwable reason = error instanceof CompletionException ? error.getCause() : error;
        return reason instanceof DuplicateTaskException ? "sent already" : "sent";
    }
}
