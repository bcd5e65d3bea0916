package io.github.asynqee.internal.delivery;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.asynqee.internal.thread.Backoff;

/**
 * Outcomes that are not written yet, in their order. They are tried in rounds, after a pause that grows while any of them
 * fails.
 *
 * @param <E> the type of an outcome to be written
 */
public final class OutcomeRetryQueue<E> {

    private final Set<E> entries = new LinkedHashSet<>();
    private final Backoff backoff = new Backoff();
    private boolean waiting;
    private boolean failed;
    private boolean unreachable;
    private long tryAt = System.nanoTime();

    /** Whether Redis cannot be reached for this queue, so that new outcomes need not be tried before these. */
    boolean isUnreachable() {
        return unreachable;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The first outcome; there must be one. */
    public E first() {
        return entries.iterator().next();
    }

    /** Whether the last round has failed. */
    public boolean hasFailed() {
        return !backoff.isFirst();
    }

    /** Nanoseconds until the next round. */
    public long untilDue() {
        return tryAt - System.nanoTime();
    }

    /** Adds an outcome that was not tried. */
    public void add(E entry) {
        entries.add(entry);
    }

    /**
     * Adds an outcome whose write failed.
     *
     * @param notReached whether other outcomes of the queue would fail for the same reason
     */
    public void failed(E entry, boolean notReached) {
        entries.add(entry);
        failed = true;
        unreachable |= notReached;
    }

    /** Begins a round: moves the outcomes that have waited longest to a batch. */
    public void moveTo(List<? super E> batch, int max) {
        waiting = false;
        failed = false;
        unreachable = false;
        Iterator<E> longest = entries.iterator();
        for (int i = 0; i < max && longest.hasNext(); i++) {
            batch.add(longest.next());
            longest.remove();
        }
    }

    /** Ends a round. If a pause is already running, it continues. */
    public void pause() {
        if (waiting) {
            return;
        }
        waiting = true;
        if (failed) {
            tryAt = System.nanoTime() + backoff.failed().toNanos();
        } else {
            tryAt = System.nanoTime();
            backoff.succeeded();
        }
    }
}
