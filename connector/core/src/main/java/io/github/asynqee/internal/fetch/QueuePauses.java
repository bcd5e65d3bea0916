package io.github.asynqee.internal.fetch;

import java.time.Duration;

import io.github.asynqee.internal.thread.Backoff;

/** When a queue may be asked again: each reason to wait has a pause of its own that grows while the reason lasts. */
final class QueuePauses {

    private static final Duration SHORTEST_POLL = Duration.ofMillis(10);
    /** After looks that found nothing among tasks of others; a push of theirs must not cost Redis a look each. */
    private static final Duration SHORTEST_FRUITLESS = Duration.ofMillis(1);
    private static final Duration LONGEST_FRUITLESS = Duration.ofMillis(25);
    private static final Duration SHORTEST_BEHIND = Duration.ofMillis(1);
    private static final Duration LONGEST_BEHIND = Duration.ofMillis(50);

    private final Duration longestPoll;
    private final Backoff backoff = new Backoff();
    private Duration poll = SHORTEST_POLL;
    private Duration fruitless = SHORTEST_FRUITLESS;
    private Duration behind = SHORTEST_BEHIND;
    private long askAt;
    private long lookAt;
    private long pollAt;

    QueuePauses(Duration longestPoll, long now) {
        this.longestPoll = longestPoll;
        askAt = now;
        lookAt = now;
        pollAt = now;
    }

    /** From when on the queue may be asked, in nanoseconds as {@link System#nanoTime}. */
    long askAt() {
        return askAt;
    }

    /**
     * From when on the queue may be asked for tasks that it did not have when it was last asked.
     *
     * @param heard whether it is known to have changed since
     */
    long lookAt(boolean heard) {
        long at = later(askAt, lookAt);
        return heard ? at : later(at, pollAt);
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }

    void restFor(Duration pause, long now) {
        askAt = now + pause.toNanos();
    }

    /** The queue has no tasks that are wanted, and changes are not heard. */
    void poll(long now) {
        pollAt = now + poll.toNanos();
        poll = shorter(poll.multipliedBy(2), longestPoll);
    }

    /** The queue is paused, and changes are not heard. */
    void pollSlowly(long now) {
        pollAt = now + longestPoll.toNanos();
    }

    /** Its outcomes are not written fast enough. */
    void behind(long now) {
        restFor(behind, now);
        behind = shorter(behind.multipliedBy(2), LONGEST_BEHIND);
    }

    /** It was looked through and had tasks, but none of those that can be run here. */
    void fruitless(long now) {
        lookAt = now + fruitless.toNanos();
        fruitless = shorter(fruitless.multipliedBy(2), LONGEST_FRUITLESS);
    }

    void fruitful() {
        poll = SHORTEST_POLL;
        fruitless = SHORTEST_FRUITLESS;
    }

    /** It has answered. */
    void answered() {
        backoff.succeeded();
        behind = SHORTEST_BEHIND;
    }

    /** It has not answered; returns whether that is new. */
    boolean failed(long now) {
        boolean first = backoff.isFirst();
        restFor(backoff.failed(), now);
        return first;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
