package io.github.asynqee.internal.engine;

import java.time.Duration;

import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Looks for queues and shards that were added, at an interval and when woken. It rests after each search, because a
 * search reads the names of all queues, and thousands of queues may be added within a second.
 */
final class QueueSearch implements PeriodicJob {

    /** The rest after a search, as a multiple of the time that the search took. */
    private static final int REST = 10;
    private static final Duration SHORTEST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final Runnable look;
    private final Duration interval;
    private Duration rest = SHORTEST;

    QueueSearch(Runnable look, Duration interval) {
        this.look = look;
        this.interval = interval;
    }

    @Override
    public Duration runOnce() {
        long began = System.nanoTime();
        try {
            look.run();
        } finally {
            rest = Duration.ofNanos(System.nanoTime() - began).multipliedBy(REST);
        }
        return interval;
    }

    @Override
    public Duration minRest() {
        return rest.compareTo(SHORTEST) < 0 ? SHORTEST : rest.compareTo(LONGEST) > 0 ? LONGEST : rest;
    }
}
