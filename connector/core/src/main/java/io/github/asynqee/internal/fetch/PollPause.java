package io.github.asynqee.internal.fetch;

import java.time.Duration;

/**
 * The pause before an empty queue without notifications is polled again: a quarter of the time since its last task, so
 * that a task waits at most a quarter of the interval between the last task and itself. A worker polls at most 30 times
 * after each task until the longest pause is reached, and at most 500 times per second for all queues, or once per
 * queue and longest pause.
 */
final class PollPause {

    private static final Duration SHORTEST = Duration.ofMillis(5);
    private static final Duration SHORTEST_PER_QUEUE = Duration.ofMillis(2);
    private static final int PART = 4;

    private final Duration longest;
    private Duration shortest = SHORTEST;

    PollPause(Duration longest) {
        this.longest = longest;
    }

    Duration longest() {
        return longest;
    }

    /** Sets the number of queues that share the limit. */
    void queues(int queues) {
        Duration shared = SHORTEST_PER_QUEUE.multipliedBy(queues);
        shortest = shared.compareTo(SHORTEST) > 0 ? shared : SHORTEST;
    }

    /** The pause of a queue that had its last task this long ago. */
    Duration after(Duration idle) {
        Duration pause = idle.dividedBy(PART);
        Duration atLeast = pause.compareTo(shortest) > 0 ? pause : shortest;
        return atLeast.compareTo(longest) < 0 ? atLeast : longest;
    }
}
