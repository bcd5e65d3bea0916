package io.github.asynqee.sample.examples.enqueue;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Only the last of several quick changes is handled, when no other change has followed for two seconds. */
@ApplicationScoped
public class DebounceExample implements Example {

    @Inject
    @Channel("edits-out")
    private Emitter<Task<String>> edits;

    @Inject
    private ExampleLog log;

    @Override
    public CompletionStage<?> run() {
        return edit("draft").thenCompose(sent -> edit("better")).thenCompose(sent -> edit("final"));
    }

    private CompletionStage<Void> edit(String text) {
        Task<String> task = Task.ofPayload(text);
        return edits.send(task.uniqueKey("article-42").debounce(Duration.ofSeconds(2)));
    }

    /** Gets the last text. */
    @Incoming("edits")
    public void index(String text) {
        log.add("DebounceExample", text);
    }
}
