package io.github.asynqee.bench.round;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Does something again and again at a steady rate. */
public final class Pace {

    private Pace() {}

    /**
     * Does it as often as wanted. What comes late is made up for.
     *
     * @param pause from the beginning of one to that of the next
     * @param count how often
     * @param work what, with its number from 0
     */
    public static void keep(Duration pause, int count, IntConsumer work) {
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = begin + i * pause.toNanos();
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            work.accept(i);
        }
    }

    /**
     * Lets time pass.
     *
     * @param time how much
     */
    public static void pass(Duration time) {
        keep(time, 2, i -> {
        });
    }
}
