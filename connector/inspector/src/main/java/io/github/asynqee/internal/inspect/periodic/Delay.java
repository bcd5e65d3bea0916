package io.github.asynqee.internal.inspect.periodic;

/** Waits a short time. */
@FunctionalInterface
public interface Delay {

    /**
     * Waits.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void await() throws InterruptedException;
}
