package io.github.asynqee.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.BrokerException;

/** A thread that does one thing again and again with a pause between; what it does may fail without ending it. */
public final class PeriodicThread {

    private static final Logger LOG = System.getLogger(PeriodicThread.class.getName());
    /** However often it is woken, it rests so long. */
    private static final Duration LEAST_REST = Duration.ofMillis(5);

    private final String name;
    private final Duration pause;
    private final PeriodicJob job;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Semaphore woken = new Semaphore(0);
    private Thread thread;
    private boolean failing;

    private PeriodicThread(String name, Duration pause, PeriodicJob job) {
        this.name = name;
        this.pause = pause;
        this.job = job;
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
        return startJob(name, pause, threads, () -> {
            work.run();
            return pause;
        });
    }

    /**
     * Starts a thread; the work is done for the first time after a pause.
     *
     * @param name the thread's name
     * @param pause how long it rests before the first run, and between the end of one run and the start of the next
     * @param threads makes the thread
     * @param work what it does
     * @return the thread, to be stopped
     */
    public static PeriodicThread startLater(String name, Duration pause, ThreadFactory threads, Runnable work) {
        PeriodicThread periodic = new PeriodicThread(name, pause, () -> {
            work.run();
            return pause;
        });
        return periodic.start(threads, pause);
    }

    /**
     * Starts a thread whose duty says itself how long to rest; it is done at once for the first time.
     *
     * @param name the thread's name
     * @param pause how long it rests after a run that failed
     * @param threads makes the thread
     * @param job what it does
     * @return the thread, to be stopped
     */
    public static PeriodicThread startJob(String name, Duration pause, ThreadFactory threads, PeriodicJob job) {
        return new PeriodicThread(name, pause, job).start(threads, Duration.ZERO);
    }

    private PeriodicThread start(ThreadFactory threads, Duration first) {
        thread = threads.newThread(() -> run(first));
        thread.setName(name);
        thread.start();
        return this;
    }

    private void run(Duration first) {
        try {
            boolean stopped = stop.await(nanos(first), TimeUnit.NANOSECONDS);
            while (!stopped) {
                woken.drainPermits();
                Duration rest = runOnce();
                stopped = rest(rest.compareTo(LEAST_REST) < 0 ? LEAST_REST : rest);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
        }
    }

    /** Returns whether the thread is to end. */
    private boolean rest(Duration rest) throws InterruptedException {
        if (stop.await(nanos(LEAST_REST), TimeUnit.NANOSECONDS)) {
            return true;
        }
        boolean early = woken.tryAcquire(nanos(rest.minus(LEAST_REST)), TimeUnit.NANOSECONDS);
        return early && stop.getCount() == 0;
    }

    /** The longest rest there can be for one that is longer than can be expressed. */
    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    private Duration runOnce() {
        try {
            Duration rest = job.runOnce();
            failing = false;
            return rest;
        } catch (BrokerException e) {
            LOG.log(failing ? Level.DEBUG : Level.WARNING, "{0} failed, trying again in {1}: {2}", name, pause,
                    e.getMessage());
            failing = true;
        } catch (RuntimeException | Error e) {
            // nobody would take this thread's place
            LOG.log(Level.ERROR, name + " failed, trying again in " + pause, e);
        }
        return pause;
    }

    private void end() {
        try {
            job.end();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "{0} did not end in good order: {1}", name, e.getMessage());
        }
    }

    /** Ends a rest: the next run begins at once. A run under way is followed by another one. */
    public void wake() {
        if (woken.availablePermits() == 0) {
            woken.release();
        }
    }

    /** Ends the thread after the run under way; returns at once. */
    public void stop() {
        stop.countDown();
        woken.release();
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
