package io.github.asynqee.sample.examples.operate;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Inject;

import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.sample.examples.run.ExampleLog;

/** Events report what happens to tasks of this application. */
@ApplicationScoped
public class EventExample {

    @Inject
    private ExampleLog log;

    /** A task has failed permanently. */
    void lost(@ObservesAsync TaskArchived event) {
        log.add("EventExample", event.task().id() + ": " + event.error());
    }
}
