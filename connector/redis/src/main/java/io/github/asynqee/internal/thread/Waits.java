package io.github.asynqee.internal.thread;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits that an interrupt does not end. */
public final class Waits {

    private Waits() {}

    /**
     * Waits like a call to a socket. The thread stays interrupted.
     *
     * @return whether the future is done, by a result or a failure
     */
    public static boolean isDone(CompletableFuture<?> future, long nanos) {
        long end = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    return true;
                } catch (TimeoutException e) {
                    return future.isDone();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
