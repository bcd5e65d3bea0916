package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.concurrent.ManagedThreadFactoryDefinition;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers on threads of a factory of the application: {@code executor} in the configuration. */
@ManagedThreadFactoryDefinition(name = "java:app/concurrent/Handlers", priority = 3)
@ApplicationScoped
public class ExecutorExample {

    @Inject
    private ExampleLog log;

    /** Runs with the priority that the factory gives to its threads. */
    @Incoming("exports")
    public void export(byte[] data) {
        log.add("ExecutorExample", Thread.currentThread().getPriority());
    }
}
