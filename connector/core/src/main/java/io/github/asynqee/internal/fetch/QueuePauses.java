package io.github.asynqee.internal.fetch;

import java.time.Duration;

import io.github.asynqee.internal.thread.Backoff;

/** When a queue may be polled again. Each reason to wait has its own pause, which grows while the reason lasts. */
final class QueuePauses {

    /**
     * Shortest pause after a scan that found only tasks of other types. Without a pause, each push of such a task would
     * cost Redis a scan.
     */
    private static final Duration SHORTEST_ONLY_UNHANDLED = Duration.ofMillis(1);
    private static final Duration LONGEST_ONLY_UNHANDLED = Duration.ofMillis(25);
    private static final Duration SHORTEST_BEHIND = Duration.ofMillis(1);
    private static final Duration LONGEST_BEHIND = Duration.ofMillis(50);
    private static final Duration LONGEST_DEBT = Duration.ofMillis(50);

    private final PollPause poll;
    private final Backoff backoff = new Backoff();
    private Duration onlyUnhandled = SHORTEST_ONLY_UNHANDLED;
    private Duration behind = SHORTEST_BEHIND;
    private long askAt;
    private long lookAt;
    private long pollAt;
    private long lastTask;

    QueuePauses(PollPause poll, long now) {
        this.poll = poll;
        askAt = now;
        lookAt = now;
        pollAt = now;
        lastTask = now;
    }

    /** Earliest time of the next request, as {@link System#nanoTime}. */
    long askAt() {
        return askAt;
    }

    /**
     * Earliest time of the next request for routes for which the last request found no tasks.
     *
     * @param notified whether a change of the queue was notified since that request
     */
    long lookAt(boolean notified) {
        long at = later(askAt, lookAt);
        return notified ? at : later(at, pollAt);
    }

    /** The later of two times, as {@link System#nanoTime}. */
    static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }

    private void restFor(Duration pause, long now) {
        askAt = now + pause.toNanos();
    }

    /** The queue has no tasks that are wanted, and its changes are not notified. */
    void poll(long now) {
        pollAt = now + poll.after(Duration.ofNanos(now - lastTask)).toNanos();
    }

    /** The queue is paused, and its changes are not notified. */
    void pollSlowly(long now) {
        pollAt = now + poll.longest().toNanos();
    }

    /** Too many outcomes of the queue are not written yet. */
    void behind(long now) {
        restFor(behind, now);
        behind = shorter(behind.multipliedBy(2), LONGEST_BEHIND);
    }

    /** The queue had tasks, but none that this worker handles. */
    void foundOnlyUnhandled(long now) {
        lookAt = now + onlyUnhandled.toNanos();
        onlyUnhandled = shorter(onlyUnhandled.multipliedBy(2), LONGEST_ONLY_UNHANDLED);
    }

    /** The scan budget is used up, so that only the head of the queue may be read, and there are no wanted tasks. */
    void scanBudgetUsed(Duration debt, long now) {
        restFor(shorter(debt, LONGEST_DEBT), now);
    }

    void foundTasks(long now) {
        lastTask = now;
        onlyUnhandled = SHORTEST_ONLY_UNHANDLED;
    }

    /** A request succeeded. */
    void answered() {
        backoff.succeeded();
        behind = SHORTEST_BEHIND;
    }

    /** A request failed. */
    void failed(long now) {
        restFor(backoff.failed(), now);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
