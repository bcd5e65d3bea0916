package io.github.asynqee.server.faults.app;

import java.util.stream.LongStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of batches: the members of {@code batch-12} are {@code member-7} to {@code member-12}. */
@ApplicationScoped
public class BatchHandlers {

    @Inject
    private Effects effects;

    /** The last one of each batch fails at its first attempt. */
    @Incoming("members")
    public void member(String id) {
        if (Kind.BATCH.isIn(Kind.number(id)) && effects.startsFirst(id)) {
            throw new IllegalStateException("fails once, as the test wants");
        }
        effects.ran(id);
    }

    /** Runs when all members have. */
    @Incoming("batches")
    public void succeeded(String id) {
        long last = Kind.number(id);
        if (!effects.haveRun(
                LongStream.rangeClosed(last - Kind.MEMBERS + 1, last).mapToObj(Kind.MEMBER::id).toList())) {
            effects.early(id);
        }
        effects.ran(id);
    }
}
