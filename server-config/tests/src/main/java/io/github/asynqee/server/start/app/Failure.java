package io.github.asynqee.server.start.app;

import java.util.concurrent.locks.LockSupport;

/** The failure of a start that has taken its time, as a migration of a database does. */
final class Failure {

    private static final long NANOS = 500_000_000;

    private Failure() {}

    static void fail() {
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        throw new IllegalStateException("the application fails to start, as the test wants");
    }
}
