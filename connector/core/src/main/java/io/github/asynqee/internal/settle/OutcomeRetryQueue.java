package io.github.asynqee.internal.settle;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.asynqee.internal.thread.Backoff;

/**
 * The outcomes of one queue that could not be written. They are retried in rounds, after a pause that grows while any
 * of them fails.
 *
 * @param <E> the type of an outcome to be written
 */
final class OutcomeRetryQueue<E> {

    private final Set<E> entries = new LinkedHashSet<>();
    private final Backoff backoff = new Backoff();
    private boolean waiting;
    private boolean failed;
    private boolean unreachable;
    private long tryAt;

    /** Whether Redis cannot be reached for this queue, so that new outcomes need not be tried before these. */
    boolean isUnreachable() {
        return unreachable;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Nanoseconds until the next round. */
    long untilDue() {
        return tryAt - System.nanoTime();
    }

    /** Adds an outcome that was not tried yet. */
    void add(E entry) {
        entries.add(entry);
    }

    /**
     * Adds an outcome whose write failed.
     *
     * @param notReached whether other outcomes of the queue would fail for the same reason
     */
    void failed(E entry, boolean notReached) {
        entries.add(entry);
        failed = true;
        unreachable |= notReached;
    }

    /** Begins a round: moves the outcomes that have waited longest to a batch. */
    void moveTo(List<? super E> batch, int max) {
        waiting = false;
        failed = false;
        unreachable = false;
        Iterator<E> longest = entries.iterator();
        for (int i = 0; i < max && longest.hasNext(); i++) {
            batch.add(longest.next());
            longest.remove();
        }
    }

    /** Ends a round. A pause that was begun earlier continues. */
    void pause() {
        if (!waiting) {
            waiting = true;
            tryAt = System.nanoTime() + (failed ? backoff.failed().toNanos() : 0);
        }
    }
}
