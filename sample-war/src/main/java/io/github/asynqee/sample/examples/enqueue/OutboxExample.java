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
 * With {@code transactional=outbox} a task is a row of the application's database, written in the transaction: the row
 * exists only if the transaction is committed, and its task reaches Redis even if the server dies or Redis is
 * unreachable.
 */
@ApplicationScoped
public class OutboxExample implements Example {

    @Inject
    @Channel("tickets-out")
    private Emitter<String> tickets;

    @Inject
    private ExampleLog log;

    @Override
    @Transactional
    public CompletionStage<?> run() {
        tickets.send("ticket 42"); // completes after the commit, so do not wait for it or return it
        log.add("OutboxExample", "sold");
        return CompletableFuture.completedStage("sold");
    }

    /** The data of the transaction is there. */
    @Incoming("tickets")
    public void print(String ticket) {
        log.add("OutboxExample", "printed " + ticket);
    }
}
