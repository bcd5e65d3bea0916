package io.github.asynqee.server.faults.app;

import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers whose first attempt behaves as badly as a handler can. */
@ApplicationScoped
public class HardHandlers {

    /** Longer than the task may take. */
    private static final long STUBBORN_MILLIS = 3_000;
    /** Longer than a server waits for its tasks when it stops. */
    private static final long VERY_STUBBORN_MILLIS = 12_000;

    @Inject
    private Effects effects;

    /** Runs out of memory, or out of stack. */
    @Incoming("error")
    public void error(String id) {
        if (effects.startsFirst(id)) {
            throw new IllegalStateException("not reached: " + (Kind.number(id) % 20 == 0 ? largest() : deepest(0)));
        }
        effects.ran(id);
    }

    private static int largest() {
        return new long[Integer.MAX_VALUE].length;
    }

    private static int deepest(int depth) {
        return deepest(depth + 1) + 1;
    }

    /** Does not end at its timeout and ignores the interrupt. */
    @Incoming("stubborn")
    public void stubborn(String id) {
        if (effects.startsFirst(id)) {
            ignoreInterrupts(Kind.number(id) % 240 == 0 ? VERY_STUBBORN_MILLIS : STUBBORN_MILLIS);
            throw new IllegalStateException("its time was over long ago");
        }
        effects.ran(id);
    }

    private static void ignoreInterrupts(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            try {
                TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            } catch (InterruptedException e) {
                // a well-behaved handler would not do this
            }
        }
    }
}
