package io.github.asynqee.internal.group;

import java.lang.System.Logger;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.outage.FailureLog;

/**
 * Steps of the aggregator, each for one queue: a failure in one queue does not delay other queues, and is logged once.
 */
final class QueueSteps {

    private final FailureLog failures;
    private final Set<String> failedNow = new HashSet<>();
    private final Predicate<String> isServed;

    /** @param isServed whether to run a step for a queue now */
    QueueSteps(Logger log, Predicate<String> isServed) {
        this.isServed = isServed;
        failures = new FailureLog(log);
    }

    /** Begins a run. */
    void begin() {
        failedNow.clear();
    }

    boolean isServed(String queue) {
        return isServed.test(queue);
    }

    /** Runs a step; returns {@code otherwise} if the step fails or the queue is not served. */
    <T> T attempt(String queue, Supplier<T> step, T otherwise) {
        if (!isServed(queue)) {
            return otherwise;
        }
        try {
            return step.get();
        } catch (RuntimeException | Error e) {
            failedNow.add(queue);
            failures.failed(queue, e,
                    () -> "groups of queue " + queue + " cannot be staged and are retried: " + e.getMessage());
            return otherwise;
        }
    }

    /** The run has examined these queues. A queue without a failure counts as recovered. */
    void end(Collection<String> queues) {
        queues.stream().filter(queue -> !failedNow.contains(queue)).forEach(failures::succeeded);
    }
}
