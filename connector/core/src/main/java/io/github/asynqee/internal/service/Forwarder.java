package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands.ForwardResult;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Moves scheduled and retried tasks that are due to their pending list (protocol section 7.12) and computes when the
 * next tasks are due. Tasks scheduled by this process are announced by {@link #expect}; tasks scheduled by other
 * processes are found at the next run, which a change of the queue or the check interval starts.
 */
public final class Forwarder implements PeriodicJob, ScheduleListeners.Listener {

    private static final Logger LOG = System.getLogger(Forwarder.class.getName());
    /** Batches per round trip after the first one. */
    private static final int BATCHES_PER_ROUND_TRIP = 16;

    private final MaintenanceCommands maintenance;
    private final Clock clock;
    private final Supplier<? extends Collection<String>> queues;
    private final Predicate<String> isServed;
    private final Duration checkInterval;
    private final Runnable onEarlier;
    private final FailureLog failures = new FailureLog(LOG);
    /** When the next run is planned; the earliest hint while a run is under way. */
    private Instant next = Instant.MAX;

    /**
     * Creates the service.
     *
     * @param maintenance the operations on queues
     * @param clock the clock by which tasks are due
     * @param queues supplies all queues
     * @param isServed whether to serve a queue now
     * @param checkInterval longest time between two runs
     * @param onEarlier called when a task is due before the next planned run; starts a run
     */
    public Forwarder(MaintenanceCommands maintenance, Clock clock, Supplier<? extends Collection<String>> queues,
            Predicate<String> isServed, Duration checkInterval, Runnable onEarlier) {
        this.maintenance = maintenance;
        this.clock = clock;
        this.queues = queues;
        this.isServed = isServed;
        this.checkInterval = checkInterval;
        this.onEarlier = onEarlier;
    }

    /**
     * Forwards all tasks that are due, in as many batches as necessary. A queue that fails is retried after the check
     * interval and does not delay the others.
     *
     * @return time until the next task is due, at most the check interval
     */
    @Override
    public Duration runOnce() {
        Instant earliest = clock.instant().plus(checkInterval);
        plan(earliest);
        List<String> unfinished = queues.get().stream().filter(isServed).toList();
        int batches = 1;
        while (!unfinished.isEmpty()) {
            List<String> again = new ArrayList<>();
            List<ForwardResult> results = forward(unfinished, batches);
            for (int i = 0; i < results.size(); i++) {
                String queue = unfinished.get(i);
                Instant due = nextDue(queue, results.get(i));
                if (!due.isAfter(clock.instant())) {
                    again.add(queue);
                } else if (due.isBefore(earliest)) {
                    earliest = due;
                }
            }
            unfinished = again;
            batches = BATCHES_PER_ROUND_TRIP;
        }
        Duration rest = Duration.between(clock.instant(), planAtLatest(earliest));
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    private List<ForwardResult> forward(List<String> unfinished, int batches) {
        try {
            return maintenance.forward(unfinished, batches, isServed);
        } catch (RuntimeException | Error e) {
            return unfinished.stream().map(queue -> new ForwardResult(null, e)).toList();
        }
    }

    /** When the next task of a queue is due; {@link Instant#MAX} if it has none or Redis did not reply. */
    private Instant nextDue(String queue, ForwardResult result) {
        if (result.error() != null) {
            failures.failed(queue, result.error(), () -> "due tasks of queue " + queue
                    + " cannot be moved to its pending list and are retried: " + result.error().getMessage());
        } else {
            failures.succeeded(queue);
        }
        Instant next = result.forwarded() == null ? null : result.forwarded().next();
        return next == null ? Instant.MAX : next;
    }

    private synchronized void plan(Instant at) {
        next = at;
    }

    private synchronized Instant planAtLatest(Instant at) {
        next = at.isBefore(next) ? at : next;
        return next;
    }

    @Override
    public void expect(String queue, Instant at) {
        // scores are whole seconds
        Instant due = Instant.ofEpochSecond(at.getEpochSecond());
        boolean earlier;
        synchronized (this) {
            earlier = due.isBefore(next) && queues.get().contains(queue);
            next = earlier ? due : next;
        }
        if (earlier) {
            onEarlier.run();
        }
    }
}
