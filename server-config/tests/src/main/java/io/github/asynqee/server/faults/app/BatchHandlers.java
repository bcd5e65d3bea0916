package io.github.asynqee.server.faults.app;

import java.util.List;
import java.util.stream.LongStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Handlers of batches and chains: the members of {@code batch-12} are {@code member-7} to {@code member-12}, and beside it
 * {@code link-8}, {@code link-10} and {@code link-12} are a chain.
 */
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

    /** Runs when the link before it has. The last one of each chain fails at its first attempt. */
    @Incoming("links")
    public void link(String id) {
        long before = Kind.number(id) - Kind.BETWEEN_LINKS;
        if (!Kind.BATCH.isIn(before) && !effects.haveRun(List.of(Kind.LINK.id(before)))) {
            effects.early(id);
        }
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
