package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.Broker;

/** The thread that runs a scheduler whenever something is due. */
public final class SchedulerThread {

    private static final Logger LOG = System.getLogger(SchedulerThread.class.getName());

    private final Broker broker;
    private final Supplier<Instant> work;
    private final Semaphore wake = new Semaphore(0);
    private Thread thread;
    private volatile boolean stopped;

    private SchedulerThread(Broker broker, Supplier<Instant> work) {
        this.broker = broker;
        this.work = work;
    }

    /**
     * Starts a thread.
     *
     * @param scheduler what it runs
     * @param broker whose clock counts
     * @param threads makes the thread
     * @return the thread, to be stopped
     */
    public static SchedulerThread start(PeriodicScheduler scheduler, Broker broker, ThreadFactory threads) {
        SchedulerThread started = new SchedulerThread(broker, scheduler::runOnce);
        scheduler.onChange(started.wake::release);
        started.thread = threads.newThread(started::run);
        started.thread.setName("asynq-periodic");
        started.thread.start();
        return started;
    }

    private void run() {
        try {
            while (!stopped) {
                Instant again = runOnce();
                long millis = Duration.between(broker.clock().instant(), again).toMillis() + 1;
                wake.tryAcquire(Math.max(millis, 0), TimeUnit.MILLISECONDS);
                wake.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Instant runOnce() {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            // nobody would take this thread's place
            LOG.log(Level.ERROR, "periodic tasks failed, trying again in a second", e);
            return broker.clock().instant().plusSeconds(1);
        }
    }

    /** Ends the thread after the run under way; returns at once. */
    public void stop() {
        stopped = true;
        wake.release();
    }

    /**
     * Waits until the thread has ended.
     *
     * @param limit how long it waits at most
     */
    public void join(Duration limit) {
        try {
            thread.join(Math.max(limit.toMillis(), 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
