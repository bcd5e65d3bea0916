package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.github.asynqee.internal.batch.BatchRepair;
import io.github.asynqee.internal.thread.PeriodicJob;

/** Finds ends of members that were not reported to the batches of the worker's queues. */
public final class BatchWatch implements PeriodicJob {

    /** How often the batches are checked, if there are any. */
    public static final Duration INTERVAL = Duration.ofSeconds(8);
    private static final Duration UNUSED_INTERVAL = Duration.ofMinutes(1);

    private static final Logger LOG = System.getLogger(BatchWatch.class.getName());

    private final BatchRepair repair;
    private final PerQueue queues;

    /**
     * Creates the service.
     *
     * @param repair looks at the batches of one queue
     * @param queues supplies the queues it serves
     */
    public BatchWatch(BatchRepair repair, Supplier<? extends Collection<String>> queues) {
        this.repair = repair;
        this.queues = new PerQueue(LOG, "batches of queue {0} cannot be checked, which is retried: {1}", queues);
    }

    @Override
    public Duration runOnce() {
        AtomicBoolean found = new AtomicBoolean();
        queues.run(queue -> {
            if (repair.repair(queue)) {
                found.set(true);
            }
        });
        return found.get() ? INTERVAL : UNUSED_INTERVAL;
    }
}
