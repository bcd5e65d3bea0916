package io.github.asynqee.sample.examples.operate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.sample.examples.run.Example;

/** Looks at queues and tasks, and changes them. */
@ApplicationScoped
public class InspectorExample implements Example {

    @Inject
    private Inspector inspector;

    @Override
    public CompletionStage<?> run() {
        inspector.changes().run("examples", "postponed");
        return CompletableFuture.completedStage(inspector.queues().info("examples").scheduled());
    }
}
