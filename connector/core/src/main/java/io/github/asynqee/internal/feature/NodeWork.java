package io.github.asynqee.internal.feature;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.NodeLatency;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.internal.thread.StopTime;

/**
 * A job for many queues. A second job of the same kind serves the queues on slow nodes of a Cluster, so that they do
 * not delay the other queues. The second job runs on a second thread, which starts when the first such queue appears.
 * While a queue moves from one job to the other, both jobs may serve it at the same time, as two workers do.
 *
 * @param <J> the kind of job
 */
public final class NodeWork<J extends PeriodicJob> implements PeriodicJob {

    private static final Logger LOG = System.getLogger(NodeWork.class.getName());
    /** Maximum wait for the end of the second thread. */
    private static final Duration STOP_TIME = Duration.ofSeconds(3);

    private final NodeLatency nodes;
    private final String name;
    private final Duration pause;
    private final ThreadFactory threads;
    private final J quick;
    private final J slow;
    private final Signal wakeup;
    private final PeriodicThread slowThread;
    /** The queues that the first job leaves to the second one. */
    private final Set<String> left = ConcurrentHashMap.newKeySet();
    private final FailureLog failures = new FailureLog(LOG);
    private Runnable preparation = () -> {};
    private boolean started;
    private boolean stopped;

    /**
     * @param nodes which nodes are slow
     * @param name the name of the first thread
     * @param pause the rest after a run that failed
     * @param threads makes the threads
     * @param job makes both jobs; each asks its predicate, immediately before a call to Redis, whether it serves a queue
     */
    public NodeWork(NodeLatency nodes, String name, Duration pause, ThreadFactory threads,
            Function<Predicate<String>, J> job) {
        this.nodes = nodes;
        this.name = name;
        this.pause = pause;
        this.threads = threads;
        quick = job.apply(this::isServed);
        slow = job.apply(left::contains);
        wakeup = quick.wakeup();
        slowThread = PeriodicThread.of(name.replaceFirst("^asynq-", "asynq-slow-"), pause, threads, slow);
    }

    /** The first thread, not started. It starts and stops the second one. */
    public PeriodicThread thread() {
        return PeriodicThread.of(name, pause, threads, this);
    }

    /** Like {@link #thread()}, with a preparation before each run of the first job. */
    public PeriodicThread thread(Runnable preparing) {
        preparation = preparing;
        return thread();
    }

    private boolean isServed(String queue) {
        if (nodes.isSlow(queue)) {
            boolean added = left.add(queue);
            if (isSlowStarted()) {
                if (added) {
                    slowThread.wake();
                }
                return false;
            }
        }
        left.remove(queue);
        return true;
    }

    /** Without a second thread the first job serves all queues. */
    private synchronized boolean isSlowStarted() {
        if (!started && !stopped) {
            try {
                slowThread.start();
                started = true;
                failures.succeeded(name);
            } catch (RuntimeException | Error e) {
                failures.failed(name, e, () -> name + " has no second thread for slow nodes: " + e.getMessage());
            }
        }
        return started;
    }

    /** The job that serves a queue. */
    public J of(String queue) {
        return nodes.isSlow(queue) && isSlowStarted() ? slow : quick;
    }

    /** Both jobs. */
    public Stream<J> all() {
        return Stream.of(quick, slow);
    }

    /** Starts a run of both jobs. */
    public void wake() {
        wakeup.set();
        slowThread.wake();
    }

    @Override
    public Duration runOnce() throws InterruptedException {
        preparation.run();
        return quick.runOnce();
    }

    @Override
    public Signal wakeup() {
        return wakeup;
    }

    @Override
    public Duration minRest() {
        return quick.minRest();
    }

    @Override
    public void stopping() {
        synchronized (this) {
            stopped = true;
        }
        quick.stopping();
        slowThread.stop();
    }

    @Override
    public void end() {
        try {
            quick.end();
        } finally {
            slowThread.join(StopTime.of(STOP_TIME));
        }
    }
}
