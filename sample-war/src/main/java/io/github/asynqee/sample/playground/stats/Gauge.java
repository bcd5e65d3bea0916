package io.github.asynqee.sample.playground.stats;

import java.util.concurrent.atomic.AtomicInteger;

/** A current number, and its maximum so far. */
final class Gauge {

    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    void up() {
        int reached = now.incrementAndGet();
        if (reached > most.get()) {
            most.accumulateAndGet(reached, Math::max);
        }
    }

    void down() {
        now.decrementAndGet();
    }

    int now() {
        return now.get();
    }

    int most() {
        return most.get();
    }
}
