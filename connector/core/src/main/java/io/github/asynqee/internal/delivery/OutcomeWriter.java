package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    private static final int MAX_DROPPED_LOGGED = 10;

    protected final Queue<E> arrived = new ConcurrentLinkedQueue<>();
    protected final Map<K, OutcomeRetryQueue<E>> retries = new LinkedHashMap<>();
    protected final Signal signal = new Signal();
    protected volatile boolean stopping;
    private volatile boolean ended;
    private final FailureLog failures;
    /**
     * Queue to number of outcomes dropped since an outcome was last written; after the end other threads also drop
     * outcomes.
     */
    private final Map<String, Integer> dropped = new ConcurrentHashMap<>();

    protected OutcomeWriter(Logger log) {
        failures = new FailureLog(log);
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
        dropped.keySet().forEach(this::logOthers);
    }

    /**
     * Adds an outcome and returns true; after the end it is dropped at once, so that its caller does not wait for ever.
     */
    protected final boolean arrive(E outcome) {
        arrived.add(outcome);
        if (ended) {
            dropArrived();
        }
        return !ended;
    }

    /** Holds no lock, because each drop runs the callbacks of threads that await the outcome. */
    private void dropArrived() {
        for (E outcome = arrived.poll(); outcome != null; outcome = arrived.poll()) {
            drop(outcome, "the worker has ended");
        }
    }

    /** An outcome will not be written, for this reason. */
    protected abstract void drop(E outcome, String reason);

    protected final OutcomeRetryQueue<E> retries(K key) {
        return retries.computeIfAbsent(key, any -> new OutcomeRetryQueue<>());
    }

    /** An outcome of a queue was written. */
    protected final void written(String queue) {
        if (!dropped.isEmpty()) {
            logOthers(queue);
        }
        failures.succeeded(queue);
    }

    /** An outcome of a queue cannot be written now, and is retried. */
    protected final void retried(String queue, Throwable error, Supplier<String> report) {
        failures.failed(queue, error, report);
    }

    /**
     * An outcome of a queue will not be written: it was not possible in time. The first ten of an outage are logged one
     * by one, the others as a number when an outcome of the queue is written again.
     */
    protected final void dropped(String queue, Supplier<String> report) {
        LOG.log(dropped.merge(queue, 1, Integer::sum) <= MAX_DROPPED_LOGGED ? Level.ERROR : Level.DEBUG, report);
    }

    private void logOthers(String queue) {
        Integer count = dropped.remove(queue);
        if (count != null && count > MAX_DROPPED_LOGGED) {
            LOG.log(Level.ERROR, "{0} more outcomes of queue {1} were not written; the tasks will be recovered and run "
                    + "again", count - MAX_DROPPED_LOGGED, queue);
        }
    }
}
