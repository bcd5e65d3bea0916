package io.github.asynqee.server.faults.app;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Checkpoint;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Handlers that end well, in their first attempt or in another one. The payload of a task is its ID. */
@ApplicationScoped
public class Handlers {

    /** The steps of a long task. */
    public static final int STEPS = 5;
    private static final long SLOW_MILLIS = 300;
    private static final long BIG_MILLIS = 4_000;
    /** All steps last longer than the two seconds after which a cursor is written. */
    private static final long STEP_MILLIS = 600;

    @Inject
    private Effects effects;

    /** Also handles tasks that are delayed, unique, kept or sent by the outbox. */
    @Incoming("plain")
    public void plain(String id) {
        if (Kind.of(id) == Kind.DELAYED) {
            effects.begun(id);
        }
        effects.ran(id);
    }

    /** From a queue with shards. */
    @Incoming("wide")
    public void wide(String id) {
        effects.ran(id);
    }

    /** Fails at its first attempt. */
    @Incoming("failing")
    public void failing(String id) {
        if (effects.startsFirst(id)) {
            throw new IllegalStateException("fails once, as the test wants");
        }
        effects.ran(id);
    }

    /** Is likely to run when a fault comes. */
    @Incoming("slow")
    public void slow(String id) throws InterruptedException {
        Thread.sleep(SLOW_MILLIS);
        effects.ran(id);
    }

    /** Ends after its return, on another thread. */
    @Incoming("staged")
    public CompletionStage<Void> staged(String id) {
        return CompletableFuture.runAsync(() -> effects.ran(id),
                CompletableFuture.delayedExecutor(SLOW_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** Acknowledges after its work, and fails once before that. */
    @Incoming("message")
    public CompletionStage<Void> message(Message<String> message) {
        String id = message.getPayload();
        if (effects.startsFirst(id)) {
            return message.nack(new IllegalStateException("fails once, as the test wants"));
        }
        effects.ran(id);
        return message.ack();
    }

    /** Its payload does not fit into a reply with other tasks. Its attempt is long enough to meet a fault. */
    @Incoming("big")
    public void big(String payload) throws InterruptedException {
        Thread.sleep(BIG_MILLIS);
        effects.ran(payload.strip());
    }

    /** All tasks of a group at once. */
    @Incoming("grouped")
    public void grouped(List<String> ids) {
        ids.forEach(effects::ran);
    }

    /** Begins behind the last step that was saved. */
    @Incoming("long")
    public void inSteps(String id, Checkpoint<Integer> at) throws InterruptedException {
        Integer done = at.value();
        for (int step = done == null ? 1 : done + 1; step <= STEPS; step++) {
            Thread.sleep(STEP_MILLIS);
            effects.stepped(id, step);
            at.save(step);
        }
        effects.ran(id);
    }
}
