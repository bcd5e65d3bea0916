package io.github.asynqee.internal.settle;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.asynqee.internal.thread.Backoff;

/**
 * The outcomes of one queue that could not be written, and when they are tried again: after a pause that grows as long as
 * any of them fails.
 *
 * @param <E> what stands for an outcome
 */
final class OutcomeRetryQueue<E> {

    private final Set<E> entries = new LinkedHashSet<>();
    private final Backoff backoff = new Backoff();
    private boolean waiting;
    private boolean failed;
    private boolean unreachable;
    private long tryAt;

    /** Whether the next ones of this queue need not be tried before these. */
    boolean isUnreachable() {
        return unreachable;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Whether none of them has been tried again yet. */
    boolean isFirst() {
        return backoff.isFirst();
    }

    /** How many nanoseconds it is until they are tried again. */
    long untilDue() {
        return tryAt - System.nanoTime();
    }

    /** Adds one that has not been tried. */
    void add(E entry) {
        entries.add(entry);
    }

    /**
     * Adds one that has been tried.
     *
     * @param notReached whether others will fail likewise
     */
    void failed(E entry, boolean notReached) {
        entries.add(entry);
        failed = true;
        unreachable |= notReached;
    }

    /** Begins a round: those that have waited longest are tried again. */
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

    /** Ends a round. A pause that was begun before it goes on. */
    void pause() {
        if (!waiting) {
            waiting = true;
            tryAt = System.nanoTime() + (failed ? backoff.failed().toNanos() : 0);
        }
    }
}
