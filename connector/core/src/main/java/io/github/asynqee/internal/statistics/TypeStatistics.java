package io.github.asynqee.internal.statistics;

import java.util.concurrent.atomic.LongAdder;

/**
 * What happened with the tasks of one queue and type since the last {@link #take}. Recording takes no lock and
 * allocates nothing. Thread-safe.
 */
public final class TypeStatistics {

    private final String type;
    private final LongAdder processed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final DurationBuckets waiting = new DurationBuckets();
    private final DurationBuckets running = new DurationBuckets();

    TypeStatistics(String type) {
        this.type = type;
    }

    /** @return the times from pending to the start of a handler */
    public DurationBuckets waiting() {
        return waiting;
    }

    /** @return the durations of handlers */
    public DurationBuckets running() {
        return running;
    }

    /**
     * An outcome was written that counts as processed.
     *
     * @param failure whether it was a failure
     */
    public void ended(boolean failure) {
        processed.increment();
        if (failure) {
            failed.increment();
        }
    }

    /** Returns the recorded numbers and resets them; {@code null} if there are none. */
    TypeNumbers take() {
        TypeNumbers taken = new TypeNumbers(type, processed.sumThenReset(), failed.sumThenReset(), waiting.take(),
                running.take());
        return taken.isEmpty() ? null : taken;
    }
}
