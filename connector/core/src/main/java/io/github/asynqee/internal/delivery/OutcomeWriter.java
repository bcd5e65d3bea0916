package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;

/**
 * Writes outcomes as they arrive. Outcomes that cannot be written are retried after growing pauses until they are
 * dropped; at the end each outcome is tried once.
 *
 * @param <K> the key by which retries are grouped
 * @param <E> an outcome to be written
 */
public abstract class OutcomeWriter<K, E> implements PeriodicJob {

    private static final Logger LOG = System.getLogger(OutcomeWriter.class.getName());
    /**
     * Minimum interval between two log lines. Each line gives the number of outcomes dropped since the previous line.
     */
    private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);

    protected final Queue<E> arrived = new ConcurrentLinkedQueue<>();
    protected final Map<K, OutcomeRetryQueue<E>> retries = new LinkedHashMap<>();
    protected final Signal signal = new Signal();
    protected volatile boolean stopping;
    private volatile boolean ended;
    private final FailureLog failures;
    private final LongSupplier nanoTime;
    /**
     * Queue to number of dropped outcomes that no log line has reported. After the end other threads drop outcomes as
     * well.
     */
    private final Map<String, Integer> counted = new TreeMap<>();
    /** When the last line was logged; {@code null} if the next dropped outcome must be logged at once. */
    private volatile Long lastLine;

    /** @param nanoTime the monotonic clock for the interval between log lines */
    protected OutcomeWriter(Logger log, LongSupplier nanoTime) {
        this.failures = new FailureLog(log);
        this.nanoTime = nanoTime;
    }

    @Override
    public final Signal wakeup() {
        return signal;
    }

    @Override
    public final Duration minRest() {
        return Duration.ZERO;
    }

    /** From now on an outcome that cannot be written is dropped. */
    @Override
    public final void stopping() {
        stopping = true;
    }

    /** Called after the last outcome is written or dropped. */
    @Override
    public void end() {
        ended = true;
        dropArrived();
        logOthers();
        synchronized (counted) {
            // the first one after the end is logged
            lastLine = null;
        }
    }

    /**
     * Adds an outcome and returns true. After the end, drops the outcome at once and returns false, so that its caller
     * does not wait forever.
     */
    protected final boolean arrive(E outcome) {
        arrived.add(outcome);
        if (ended) {
            dropArrived();
        }
        return !ended;
    }

    /** Drops new outcomes. Holds no lock, because each drop runs the callbacks of threads that await the outcome. */
    private void dropArrived() {
        for (E outcome = arrived.poll(); outcome != null; outcome = arrived.poll()) {
            drop(outcome, "the worker has ended");
        }
    }

    /** Handles an outcome that will not be written. */
    protected abstract void drop(E outcome, String reason);

    protected final OutcomeRetryQueue<E> retries(K key) {
        return retries.computeIfAbsent(key, any -> new OutcomeRetryQueue<>());
    }

    /** An outcome of a queue was written. */
    protected final void written(String queue) {
        if (lastLine != null && isLineDue(queue)) {
            logOthers();
        }
        failures.succeeded(queue);
    }

    /** An outcome of a queue cannot be written now, and is retried. */
    protected final void retried(String queue, Throwable error, Supplier<String> report) {
        failures.failed(queue, error, report);
    }

    /**
     * An outcome of a queue will not be written, because it could not be written in time. The first dropped outcome is
     * logged. The outcomes dropped in the next seconds are logged as a number, at the latest when an outcome of the
     * queue is written again.
     */
    protected final void dropped(String queue, Supplier<String> report) {
        boolean logs;
        synchronized (counted) {
            logs = lastLine == null || nanoTime.getAsLong() - lastLine >= LINE_NANOS;
            if (logs) {
                lastLine = nanoTime.getAsLong();
            } else {
                counted.merge(queue, 1, Integer::sum);
            }
        }
        if (logs) {
            LOG.log(Level.ERROR, report.get() + others("; before that "));
        } else {
            LOG.log(Level.DEBUG, report);
        }
    }

    private boolean isLineDue(String queue) {
        synchronized (counted) {
            return counted.containsKey(queue) && lastLine != null && nanoTime.getAsLong() - lastLine >= LINE_NANOS;
        }
    }

    private void logOthers() {
        String others = others("");
        if (!others.isEmpty()) {
            LOG.log(Level.ERROR, others + "; the tasks will be recovered and run again");
        }
    }

    /**
     * Text with the number of outcomes that were only counted, for the line that is logged now; empty if there are
     * none.
     */
    private String others(String begin) {
        synchronized (counted) {
            lastLine = nanoTime.getAsLong();
            long sum = counted.values().stream().mapToLong(Integer::longValue).sum();
            String queues = counted.size() == 1 ? "queue " + counted.keySet().iterator().next()
                    : counted.size() + " queues";
            counted.clear();
            return sum == 0 ? "" : begin + sum + " more outcomes of " + queues + " were not written";
        }
    }
}
