package io.github.asynqee.cli.shared;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C end a command between two steps. The process exits after {@link #close()}. Do not wait for user input
 * while it is open.
 */
public final class Interruption implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::request, "interruption");
    private volatile boolean requested;

    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public boolean isRequested() {
        return requested;
    }

    private void request() {
        requested = true;
        try {
            // wait, because the JVM exits when the hook returns
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the process is exiting
                requested = true;
            }
        }
        closed.countDown();
    }
}
