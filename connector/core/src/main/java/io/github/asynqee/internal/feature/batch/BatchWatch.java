package io.github.asynqee.internal.feature.batch;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.feature.PerQueue;
import io.github.asynqee.internal.thread.PeriodicJob;

/** Finds ends of members that were not reported to the batches of the worker's queues. */
final class BatchWatch implements PeriodicJob {

    /** How often the batches are checked, if there are any. */
    static final Duration INTERVAL = Duration.ofSeconds(8);
    private static final Duration UNUSED_INTERVAL = Duration.ofMinutes(1);

    /**
     * Number of runs after which all queues are checked. Other runs skip queues without batches, because each costs a
     * command.
     */
    private static final int ALL_AT = 8;

    private static final Logger LOG = System.getLogger(BatchWatch.class.getName());

    private final BatchRepair repair;
    private final Supplier<? extends Collection<String>> all;
    private final Predicate<String> isServed;
    private final PerQueue queues = new PerQueue(LOG,
            "cannot check the batches of queue {0}; retrying: {1}");
    /** The queues that had batches. */
    private final Set<String> used = new HashSet<>();
    private int runs;

    /**
     * Creates the service.
     *
     * @param repair checks the batches of one queue
     * @param queues supplies all queues
     * @param isServed whether to serve a queue now
     */
    BatchWatch(BatchRepair repair, Supplier<? extends Collection<String>> queues, Predicate<String> isServed) {
        this.repair = repair;
        this.all = queues;
        this.isServed = isServed;
    }

    @Override
    public Duration runOnce() {
        Collection<String> checked = used.isEmpty() || runs % ALL_AT == 0 ? all.get() : Set.copyOf(used);
        runs++;
        queues.run(checked, isServed, queue -> {
            if (repair.repair(queue)) {
                used.add(queue);
            } else {
                used.remove(queue);
            }
        });
        return used.isEmpty() ? UNUSED_INTERVAL : INTERVAL;
    }
}
