package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** A thread that does one thing again and again with a pause between; what it does may fail without ending it. */
final class PeriodicThread implements Runnable {

    private static final Logger LOG = System.getLogger(PeriodicThread.class.getName());

    private final Duration pause;
    private final Runnable work;
    private final Signal stop = new Signal();
    private volatile boolean stopped;

    private PeriodicThread(Duration pause, Runnable work) {
        this.pause = pause;
        this.work = work;
    }

    static PeriodicThread start(String name, Duration pause, ThreadFactory threads, Runnable work) {
        PeriodicThread periodic = new PeriodicThread(pause, work);
        Thread thread = threads.newThread(periodic);
        thread.setName(name);
        thread.start();
        return periodic;
    }

    void stop() {
        stopped = true;
        stop.give();
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    LOG.log(Level.WARNING, () -> Thread.currentThread().getName() + " failed, trying again: " + e);
                }
                stop.await(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
