package io.github.asynqee.server.faults;

import java.util.Random;

/**
 * A fault that begins with its action and ends when the action returns.
 *
 * @param name its name in the report
 * @param action causes the fault and ends it
 */
record Fault(String name, Action action) {

    /** What happens; returns the details for the report. */
    @FunctionalInterface
    interface Action {
        String run(Random random) throws Exception;
    }

    /** Sleeps between two times, in milliseconds. */
    static String last(Random random, int atLeast, int atMost) throws InterruptedException {
        int millis = random.nextInt(atLeast, atMost);
        Thread.sleep(millis);
        return millis + " ms";
    }
}
