package io.github.asynqee.sample.examples.enqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.codecs.FilePayloadStore;
import io.github.asynqee.codecs.PayloadStore;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Large payloads outside Redis: {@code store-above} in the configuration, and a bean that stores them. */
@ApplicationScoped
public class LargePayloadExample implements Example {

    @Inject
    @Channel("recordings-out")
    private Emitter<Task<String>> recordings;
    @Inject
    private ExampleLog log;

    /** A folder that all servers share; here they are on one machine. */
    @Produces
    @ApplicationScoped
    static PayloadStore store() throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "asynq-sample-payloads");
        // only for the example: a real shared folder is mounted, and an application that creates the folder would not
        // notice a missing mount
        Files.createDirectories(folder);
        return new FilePayloadStore(folder);
    }

    /** Sends a recording; Redis stores only a reference to it. */
    @Override
    public CompletionStage<?> run() {
        return recordings.send(Task.ofPayload("la ".repeat(50_000)).id("recording-1"));
    }

    /** Receives the original payload. */
    @Incoming("recordings")
    public void transcribe(String recording) {
        log.add("LargePayloadExample", recording.length() + " characters");
    }
}
