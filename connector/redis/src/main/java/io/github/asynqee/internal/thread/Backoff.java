package io.github.asynqee.internal.thread;

import java.time.Duration;

/** Pauses between retries: doubled after each failure, from 100 ms to 5 s; reset by a success. Not thread-safe. */
public final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Duration next = FIRST;

    /** Begins a pause and returns it. */
    public Duration failed() {
        Duration pause = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return pause;
    }

    public void succeeded() {
        next = FIRST;
    }

    /** Whether the last result was a success. */
    public boolean isFirst() {
        return next == FIRST;
    }
}
