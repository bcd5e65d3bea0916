package io.github.asynqee.console.problem;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The loop of a thread that works in the background. Nothing that a round throws ends it, also no {@link Error}. */
public final class BackgroundLoop {

    private static final Logger LOG = Logger.getLogger(BackgroundLoop.class.getName());
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final String name;
    private final BooleanSupplier stopped;
    private final Duration pause;

    /**
     * Creates a loop.
     *
     * @param name of what it does, for the log
     * @param stopped whether no round is to follow
     */
    public BackgroundLoop(String name, BooleanSupplier stopped) {
        this(name, stopped, PAUSE);
    }

    BackgroundLoop(String name, BooleanSupplier stopped, Duration pause) {
        this.name = name;
        this.stopped = stopped;
        this.pause = pause;
    }

    /** What is repeated; it waits for the next round itself. */
    @FunctionalInterface
    public interface Round {

        void run() throws InterruptedException;
    }

    /** Repeats a round until the loop is stopped or its thread interrupted; after one that fails it rests. */
    public void run(Round round) {
        try {
            while (!stopped.getAsBoolean()) {
                runOnce(round);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runOnce(Round round) throws InterruptedException {
        try {
            round.run();
        } catch (RuntimeException | Error e) {
            // also a StackOverflowError or OutOfMemoryError: without this thread its work would stop unnoticed
            LOG.log(Level.SEVERE, "A round of \"" + name + "\" failed; the next one follows.", e);
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    }
}
