package io.github.asynqee.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.broker.BrokerException;

/** A thread that does one thing again and again with a pause between; what it does may fail without ending it. */
public final class PeriodicThread {

    private static final Logger LOG = System.getLogger(PeriodicThread.class.getName());

    private final String name;
    private final Duration pause;
    private final Runnable work;
    private final CountDownLatch stop = new CountDownLatch(1);
    private Thread thread;
    private boolean failing;

    private PeriodicThread(String name, Duration pause, Runnable work) {
        this.name = name;
        this.pause = pause;
        this.work = work;
    }

    /**
     * Starts a thread; the work is done at once for the first time.
     *
     * @param name the thread's name
     * @param pause how long it rests between the end of one run and the start of the next
     * @param threads makes the thread
     * @param work what it does
     * @return the thread, to be stopped
     */
    public static PeriodicThread start(String name, Duration pause, ThreadFactory threads, Runnable work) {
        PeriodicThread periodic = new PeriodicThread(name, pause, work);
        periodic.thread = threads.newThread(periodic::run);
        periodic.thread.setName(name);
        periodic.thread.start();
        return periodic;
    }

    private void run() {
        try {
            do {
                runOnce();
            } while (!stop.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runOnce() {
        try {
            work.run();
            failing = false;
        } catch (BrokerException e) {
            LOG.log(failing ? Level.DEBUG : Level.WARNING, "{0} failed, trying again in {1}: {2}", name, pause,
                    e.getMessage());
            failing = true;
        } catch (RuntimeException | Error e) {
            // nobody would take this thread's place
            LOG.log(Level.ERROR, name + " failed, trying again in " + pause, e);
        }
    }

    /** Ends the thread after the run under way; returns at once. */
    public void stop() {
        stop.countDown();
    }

    /**
     * Waits until the thread has ended.
     *
     * @param limit how long it waits at most
     */
    public void join(Duration limit) {
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
