package io.github.asynqee.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.redis.BrokerException;

/**
 * A thread that runs a job repeatedly, with rests between the runs, until it is stopped. An interrupt or an exception
 * of a run does not end it. After a failed run it pauses. A thread that was not started can also be woken, stopped and
 * joined.
 */
public final class PeriodicThread {

    private static final Logger LOG = System.getLogger(PeriodicThread.class.getName());

    private final String name;
    private final Duration firstRest;
    private final Duration pause;
    private final ThreadFactory threads;
    private final PeriodicJob job;
    private final Signal wakeup;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Thread thread;
    private final FailureLog failures = new FailureLog(LOG);

    private PeriodicThread(String name, Duration firstRest, Duration pause, ThreadFactory threads, PeriodicJob job) {
        this.name = name;
        this.firstRest = firstRest;
        this.pause = pause;
        this.threads = threads;
        this.job = job;
        this.wakeup = job.wakeup();
    }

    /**
     * A thread that runs work at once and then at an interval.
     *
     * @param name the thread's name
     * @param interval the rest after each run
     * @param threads makes the thread
     * @param work the work
     * @return the thread, not started
     */
    public static PeriodicThread every(String name, Duration interval, ThreadFactory threads, Runnable work) {
        return new PeriodicThread(name, Duration.ZERO, interval, threads, job(interval, work));
    }

    /**
     * A thread that runs work after an interval for the first time.
     *
     * @param name the thread's name
     * @param interval the rest before the first and after each run
     * @param threads makes the thread
     * @param work the work
     * @return the thread, not started
     */
    public static PeriodicThread delayed(String name, Duration interval, ThreadFactory threads, Runnable work) {
        return new PeriodicThread(name, interval, interval, threads, job(interval, work));
    }

    /**
     * A thread whose job determines the rest after each run.
     *
     * @param name the thread's name
     * @param pause the rest after a run that failed
     * @param threads makes the thread
     * @param job the job
     * @return the thread, not started
     */
    public static PeriodicThread of(String name, Duration pause, ThreadFactory threads, PeriodicJob job) {
        return new PeriodicThread(name, Duration.ZERO, pause, threads, job);
    }

    private static PeriodicJob job(Duration interval, Runnable work) {
        return () -> {
            work.run();
            return interval;
        };
    }

    /** Starts the thread. To be called once. */
    public void start() {
        Thread made = EngineThread.of(threads, name, this::run);
        made.start();
        thread = made;
    }

    private void run() {
        boolean[] rested = { firstRest.isZero() };
        EngineThread.loop(name, this::isStopped, () -> {
            if (rested[0]) {
                wakeup.clear();
                rest(runOnce());
            } else {
                rested[0] = true;
                rest(firstRest);
            }
        });
        end();
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    private void rest(Duration rest) throws InterruptedException {
        EngineThread.clearInterrupt(name);
        Duration min = job.minRest();
        if (!min.isZero() && stopped.await(min.toNanos(), TimeUnit.NANOSECONDS)) {
            return;
        }
        if (!isStopped() && rest.compareTo(min) > 0) {
            wakeup.await(rest.equals(PeriodicJob.UNTIL_WOKEN) ? rest : rest.minus(min));
        }
    }

    /** Runs the job; a failure of Redis is logged once. */
    private Duration runOnce() {
        try {
            Duration rest = job.runOnce();
            failures.succeeded(name);
            return rest;
        } catch (LoggedException e) {
            return pause;
        } catch (InterruptedException e) {
            EngineThread.ignoredInterrupt(name);
        } catch (BrokerException e) {
            failures.failed(name, e, () -> name + " failed and is retried in " + pause + ": " + e.getMessage());
        } catch (Throwable e) {
            report(e);
        }
        return pause;
    }

    private void report(Throwable failure) {
        try {
            LOG.log(Level.ERROR, name + " failed and is retried in " + pause, failure);
        } catch (RuntimeException | Error unlogged) {
            // there may be no memory for a log line
            return;
        }
    }

    private void end() {
        try {
            EngineThread.clearInterrupt(name);
            job.end();
        } catch (Throwable e) {
            failures.failed(job, e, () -> "the last step of " + name + " failed: " + e.getMessage());
        }
    }

    /** Ends a rest: the next run starts at once. A run in progress is followed by another one. */
    public void wake() {
        wakeup.set();
    }

    /** Stops the thread after the run in progress; returns at once. */
    public void stop() {
        stopped.countDown();
        job.stopping();
        wakeup.set();
    }

    /** Waits until the thread has ended; returns whether it has. */
    public boolean join(StopTime time) {
        Thread running = thread;
        return running == null || time.join(running);
    }

    /** Stops the thread and waits until it has ended; returns whether it has. */
    public boolean stop(StopTime time) {
        stop();
        return join(time);
    }

    /**
     * Stops this thread alone, not as a step of a longer stop.
     *
     * @param limit the maximum wait
     */
    public void stop(Duration limit) {
        stop(StopTime.of(limit));
    }
}
