package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;

/**
 * Writes outcomes as they arrive. Those that cannot be written are retried after growing pauses, until they are dropped; at
 * the end each is tried once.
 *
 * @param <K> what is retried apart from the others
 * @param <E> an outcome to be written
 */
public abstract class OutcomeWriter<K, E> implements PeriodicJob {

    protected final Queue<E> arrived = new ConcurrentLinkedQueue<>();
    protected final Map<K, OutcomeRetryQueue<E>> retries = new LinkedHashMap<>();
    protected final Signal signal = new Signal();
    protected volatile boolean stopping;
    private volatile boolean ended;
    private final FailureLog failures;
    private final DroppedOutcomeLog dropped = new DroppedOutcomeLog();

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
        dropped.end();
    }

    /** Adds an outcome and returns true; after the end it is dropped at once, so that its caller does not wait for ever. */
    protected final boolean arrive(E outcome) {
        arrived.add(outcome);
        if (ended) {
            dropArrived();
        }
        return !ended;
    }

    private synchronized void dropArrived() {
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
        dropped.written(queue);
        failures.succeeded(queue);
    }

    /** An outcome of a queue cannot be written now, and is retried. */
    protected final void retried(String queue, Throwable error, Supplier<String> report) {
        failures.failed(queue, error, report);
    }

    /** An outcome of a queue will not be written. */
    protected final void dropped(String queue, Supplier<String> report) {
        dropped.add(queue, report);
    }
}
