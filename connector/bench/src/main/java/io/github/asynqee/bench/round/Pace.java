package io.github.asynqee.bench.round;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Waits, and repeats actions at a constant rate. */
public final class Pace {

    private Pace() {}

    /** Runs an action with the numbers from 0, one start per interval. A late start does not delay the next ones. */
    public static void repeat(Duration interval, int count, IntConsumer action) {
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = begin + i * interval.toNanos();
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            action.accept(i);
        }
    }

    /** Waits for a time; returns the exact time in seconds. */
    public static double pass(Duration time) {
        long begin = System.nanoTime();
        repeat(time, 2, i -> {
        });
        return (System.nanoTime() - begin) / 1e9;
    }
}
