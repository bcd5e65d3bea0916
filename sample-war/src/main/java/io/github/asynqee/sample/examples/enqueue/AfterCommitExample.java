package io.github.asynqee.sample.examples.enqueue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * With {@code transactional=after-commit} a task is stored after the commit of the transaction, and never after a
 * rollback.
 */
@ApplicationScoped
public class AfterCommitExample implements Example {

    @Inject
    @Channel("confirmations-out")
    private Emitter<String> confirmations;

    @Inject
    private ExampleLog log;

    @Override
    @Transactional
    public CompletionStage<?> run() {
        confirmations.send("order 42"); // completes after the commit, so do not wait for it or return it
        log.add("AfterCommitExample", "written");
        return CompletableFuture.completedStage("ordered");
    }

    /** The data of the transaction is there. */
    @Incoming("confirmations")
    public void confirm(String order) {
        log.add("AfterCommitExample", "confirmed " + order);
    }
}
