package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.TaskContext;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A result that is kept with the task for its {@code retention}, written through the context of the running task. */
@ApplicationScoped
public class ResultExample {

    @Inject
    private TaskContext task;

    /** Counts pages. */
    @Incoming("documents")
    public void count(byte[] document) {
        task.writeResult("12 pages");
    }
}
