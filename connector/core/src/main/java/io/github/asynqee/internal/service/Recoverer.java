package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks.Unusable;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands.ExpiredLeases;
import io.github.asynqee.internal.broker.MaintenanceCommands.LeaseRepairs;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.SettleResult;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PerQueue;
import io.github.asynqee.worker.LeaseExpiredException;

/**
 * Recovers tasks whose worker is gone: their lease expired a while ago (protocol section 7.8). Safe beside any number of
 * others: a lease that somebody else has recovered or extended in the meantime is left alone. Tasks that stand only among
 * the leases or only among the active ones are repaired first.
 */
public final class Recoverer {

    /** How long a lease must have been expired; absorbs differences between clocks. */
    public static final Duration CUTOFF = Duration.ofSeconds(30);

    private static final Logger LOG = System.getLogger(Recoverer.class.getName());

    private final Broker broker;
    private final PerQueue queues;
    private final BiFunction<TaskMessage, Throwable, Outcome> failure;
    private final int maxRecoveries;
    private final Consumer<List<Settlement>> beforehand;
    private final TaskEvents events;

    /**
     * Creates the service.
     *
     * @param broker what it works on; its clock counts
     * @param queues the queues it serves
     * @param failure what becomes of a task that failed
     * @param maxRecoveries how often a task is tried again because its worker went away; then it is archived, because it
     *        may be what ends its workers. 0 for any number
     * @param beforehand is given what is going to be written, and may do something about it first
     * @param events is told what was recovered
     */
    public Recoverer(Broker broker, Collection<String> queues, BiFunction<TaskMessage, Throwable, Outcome> failure,
            int maxRecoveries, Consumer<List<Settlement>> beforehand, TaskEvents events) {
        this.broker = broker;
        this.queues = new PerQueue(LOG,
                "tasks of queue {0} whose worker is gone cannot be recovered, trying again: {1}", queues);
        this.failure = failure;
        this.maxRecoveries = maxRecoveries;
        this.beforehand = beforehand;
        this.events = events;
    }

    /**
     * Recovers every task of its queues whose lease has been expired for {@link #CUTOFF}, however many there are. What
     * fails in one queue does not keep the others waiting; the last failure is thrown.
     */
    public void runOnce() {
        queues.run(this::serve);
    }

    /** Leases and groups do not wait for each other. */
    private void serve(String queue) {
        try {
            recover(queue);
        } catch (RuntimeException e) {
            try {
                broker.groupCommands().reclaimStale(queue);
            } catch (RuntimeException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
        broker.groupCommands().reclaimStale(queue);
    }

    private void recover(String queue) {
        MaintenanceCommands maintenance = broker.maintenanceCommands();
        Instant cutoff = broker.clock().instant().minus(CUTOFF);
        ExpiredLeases expired;
        int settled;
        do {
            // each time: what cannot be recovered would otherwise fill the page and hide what can
            LeaseRepairs repairs = maintenance.repairLeases(queue, cutoff);
            if (!repairs.isNone()) {
                LOG.log(Level.WARNING, "leases and active tasks of queue {0} did not agree: {1}", queue, repairs);
            }
            expired = maintenance.expiredLeases(queue, cutoff);
            settled = settle(expired);
        } while (expired.size() >= MaintenanceCommands.MAX_EXPIRED && settled > 0);
    }

    private int settle(ExpiredLeases expired) {
        List<Settlement> settlements = new ArrayList<>();
        for (Lease lease : expired.leases()) {
            settlements.add(
                    new Settlement(lease, guarded(outcome(lease.message()), expired.recoveries().get(lease.id()))));
        }
        for (Unusable unusable : expired.unusable()) {
            settlements.add(new Settlement(unusable.lease(), new Outcome.Archive(unusable.reason())));
        }
        beforehand.accept(settlements);
        List<SettleResult> results = broker.workerCommands().settle(settlements);
        int settled = 0;
        BrokerException error = null;
        for (int i = 0; i < results.size(); i++) {
            Settlement settlement = settlements.get(i);
            if (results.get(i) instanceof SettleResult.Settled) {
                settled++;
                LOG.log(Level.WARNING, "recovered {0}, whose worker is gone: {1}", settlement.lease().message(),
                        settlement.outcome());
                events.recovered(settlement.lease().message(), settlement.outcome(),
                        expired.recoveries().get(settlement.lease().id()) + 1);
            } else if (results.get(i) instanceof SettleResult.Failed failed) {
                error = failed.error();
            }
        }
        if (error != null) {
            throw error;
        }
        return settled;
    }

    /** A task whose rules fail is archived: it would fail again each time, and is not worth the others. */
    private Outcome outcome(TaskMessage message) {
        try {
            return Objects.requireNonNull(failure.apply(message, new LeaseExpiredException()), "no outcome");
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "what becomes of " + message + ", whose worker is gone, cannot be told", e);
            return new Outcome.Archive(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    /** Counts a recovery, unless it would be one too many. */
    private Outcome guarded(Outcome outcome, int recoveries) {
        if (!(outcome instanceof Outcome.Retry retry)) {
            return outcome;
        }
        if (maxRecoveries == 0 || recoveries < maxRecoveries) {
            return retry.asRecovery();
        }
        return tooOften(recoveries + 1, maxRecoveries);
    }

    /**
     * What becomes of a task whose worker went away more often than is allowed.
     *
     * @param times how often it did
     * @param maxRecoveries how often a task is recovered
     * @return the archive, with a text that says so
     */
    public static Outcome.Archive tooOften(int times, int maxRecoveries) {
        return new Outcome.Archive("asynq: task lease expired: the worker went away each of " + times
                + " times, and no task is recovered more than " + maxRecoveries + " times");
    }
}
