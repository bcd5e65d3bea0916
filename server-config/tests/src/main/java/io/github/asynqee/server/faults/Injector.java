package io.github.asynqee.server.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Has faults happen one after the other, in an order that a seed determines, each as often as the others, until it is stopped. */
final class Injector {

    private static final int STEP_MILLIS = 100;

    private final List<Fault> faults;
    private final Random random;
    private final int pauseMillis;
    private final Queue<Happened> log;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile Exception failure;

    /**
     * @param name of the thread
     * @param faults the possible faults
     * @param seed determines the order and duration of faults
     * @param pauseMillis the longest pause between two faults
     * @param log gets each fault when it has ended
     */
    Injector(String name, List<Fault> faults, long seed, int pauseMillis, Queue<Happened> log) {
        this.faults = faults;
        this.random = new Random(seed);
        this.pauseMillis = pauseMillis;
        this.log = log;
        this.thread = new Thread(this::run, name);
    }

    static Queue<Happened> log() {
        return new ConcurrentLinkedQueue<>();
    }

    void start() {
        thread.start();
    }

    /** Ends after the fault that happens now; fails if one of them could not happen. */
    void stop() throws Exception {
        stopped = true;
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }

    private void run() {
        try {
            while (!stopped) {
                List<Fault> deck = new ArrayList<>(faults);
                Collections.shuffle(deck, random);
                for (Fault fault : deck) {
                    pause(random.nextInt(pauseMillis));
                    if (stopped) {
                        return;
                    }
                    long begin = System.currentTimeMillis();
                    String details = fault.action().run(random);
                    log.add(new Happened(fault.name(), details, begin, System.currentTimeMillis()));
                }
            }
        } catch (Exception e) {
            failure = e;
        }
    }

    private void pause(int millis) throws InterruptedException {
        for (int left = millis; left > 0 && !stopped; left -= STEP_MILLIS) {
            Thread.sleep(STEP_MILLIS);
        }
    }
}
