package io.github.asynqee.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The metrics of an outbox: of its table, and of the relay of this application. Thread-safe. */
public final class OutboxMetrics {

    private final Meters meters;
    private final LongAdder failures;

    /**
     * Creates the metrics.
     *
     * @param dataSource the JNDI name of the outbox's database
     * @param rows the rows that wait to be stored
     * @param ageSeconds the age of the oldest row that waits, in seconds; 0 if no row waits
     * @param setAside the rows that have been set aside
     */
    public OutboxMetrics(String dataSource, LongSupplier rows, LongSupplier ageSeconds, LongSupplier setAside) {
        this.meters = new Meters(Bean.OUTBOX, dataSource);
        meters.gauge(NodeMetric.OUTBOX_ROWS, rows);
        meters.gauge(NodeMetric.OUTBOX_AGE, ageSeconds);
        meters.gauge(NodeMetric.OUTBOX_SET_ASIDE, setAside);
        this.failures = meters.counter(NodeMetric.OUTBOX_FAILURES);
    }

    /** The relay could not store rows, or could not reach the database. */
    public void failed() {
        failures.increment();
    }

    MetricSource source() {
        return meters;
    }
}
