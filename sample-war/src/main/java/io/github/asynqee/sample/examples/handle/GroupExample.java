package io.github.asynqee.sample.examples.handle;

import java.util.List;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** One call handles all tasks of a group: several notes become one mail. */
@ApplicationScoped
public class GroupExample implements Example {

    @Inject
    @Channel("notes-out")
    private Emitter<Task<Note>> notes;

    @Inject
    private ExampleLog log;

    @Override
    public CompletionStage<?> run() {
        return notes.send(Task.ofPayload(new Note("one")).group("note:user-42"))
                .thenCompose(sent -> notes.send(Task.ofPayload(new Note("two")).group("note:user-42")));
    }

    /** Receives the notes of one user when no other note has arrived for {@code group-grace-period}. */
    @Incoming("notes")
    public void mail(List<Note> all) {
        log.add("GroupExample", all.stream().map(Note::text).sorted().toList());
    }
}
