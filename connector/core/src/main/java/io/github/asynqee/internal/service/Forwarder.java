package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands.ForwardResult;
import io.github.asynqee.internal.broker.ScheduleListeners;
import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Makes scheduled and failed tasks that are due ready to run (protocol section 7.12), and tells when the next ones are due.
 * What this process itself schedules meanwhile is {@linkplain #expect expected}; what others schedule is found at the next
 * run, when it is woken by the change or the check interval has passed.
 */
public final class Forwarder implements PeriodicJob, ScheduleListeners.Listener {

    private static final Logger LOG = System.getLogger(Forwarder.class.getName());
    /** So many batches share a round trip when there is more than one. */
    private static final int MANY = 16;

    private final MaintenanceCommands maintenance;
    private final Clock clock;
    private final List<String> queues;
    private final Duration checkInterval;
    private final Runnable onEarlier;
    private final Set<String> failing = new HashSet<>();
    /** When the next run is planned; the earliest hint while a run is under way. */
    private Instant next = Instant.MAX;

    /**
     * Creates the service.
     *
     * @param maintenance the operations it needs
     * @param clock tells what is due
     * @param queues the queues it serves
     * @param checkInterval after how long it looks again at the latest
     * @param onEarlier called when something is expected before the time last returned; runs it again
     */
    public Forwarder(MaintenanceCommands maintenance, Clock clock, Collection<String> queues, Duration checkInterval,
            Runnable onEarlier) {
        this.maintenance = maintenance;
        this.clock = clock;
        this.queues = List.copyOf(queues);
        this.checkInterval = checkInterval;
        this.onEarlier = onEarlier;
    }

    /**
     * Forwards everything that is due now, in as many batches as it takes. A queue that fails is tried again after the
     * check interval and keeps no other waiting.
     *
     * @return how long it is until something is due, the check interval at most
     */
    @Override
    public Duration runOnce() {
        Instant earliest = clock.instant().plus(checkInterval);
        plan(earliest);
        List<String> unfinished = queues;
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
            batches = MANY;
        }
        Duration rest = Duration.between(clock.instant(), planAtLatest(earliest));
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    private List<ForwardResult> forward(List<String> unfinished, int batches) {
        try {
            return maintenance.forward(unfinished, batches);
        } catch (RuntimeException e) {
            return unfinished.stream().map(queue -> new ForwardResult(null, e)).toList();
        }
    }

    /** When the next task of a queue is due. */
    private Instant nextDue(String queue, ForwardResult result) {
        if (result.error() != null) {
            LOG.log(failing.add(queue) ? Level.WARNING : Level.DEBUG,
                    "tasks of queue {0} that are due cannot be made ready to run, trying again: {1}", queue,
                    result.error().getMessage());
            return Instant.MAX;
        }
        failing.remove(queue);
        Instant next = result.forwarded().next();
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
        // Redis has whole seconds
        Instant due = Instant.ofEpochSecond(at.getEpochSecond());
        boolean earlier;
        synchronized (this) {
            earlier = due.isBefore(next) && queues.contains(queue);
            next = earlier ? due : next;
        }
        if (earlier) {
            onEarlier.run();
        }
    }
}
