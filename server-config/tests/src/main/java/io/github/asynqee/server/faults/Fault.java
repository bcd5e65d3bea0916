package io.github.asynqee.server.faults;

import java.util.Random;

/**
 * Something that goes wrong, and is over when its action returns.
 *
 * @param name what it is called in the report
 * @param action has it happen
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
