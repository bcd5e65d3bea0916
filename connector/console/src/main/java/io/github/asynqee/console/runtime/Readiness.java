package io.github.asynqee.console.runtime;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Whether each Redis answers. Asks them at most once per second, for any number of callers. */
@ApplicationScoped
public class Readiness {

    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final ReentrantLock asking = new ReentrantLock();
    private BooleanSupplier answers;
    private LongSupplier nanoTime;
    private volatile boolean ready;
    private long askedAt;
    private boolean asked;

    /** For the proxy of the container. */
    Readiness() {}

    @Inject
    Readiness(Console console) {
        this(console::answers, System::nanoTime);
    }

    Readiness(BooleanSupplier answers, LongSupplier nanoTime) {
        this.answers = answers;
        this.nanoTime = nanoTime;
    }

    /** Asks, or returns the last answer, if it is less than a second old or another caller is asking. */
    public boolean isReady() {
        if (asking.tryLock()) {
            try {
                if (!asked || nanoTime.getAsLong() - askedAt >= PAUSE) {
                    ready = answers.getAsBoolean();
                    asked = true;
                    askedAt = nanoTime.getAsLong();
                }
            } finally {
                asking.unlock();
            }
        }
        return ready;
    }
}
