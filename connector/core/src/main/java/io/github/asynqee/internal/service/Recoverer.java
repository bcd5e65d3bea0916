package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks.Unusable;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands.ExpiredLeases;
import io.github.asynqee.internal.broker.MaintenanceCommands.LeaseRepairs;
import io.github.asynqee.internal.broker.MaintenanceCommands.TaskSize;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.FailureOutcomes;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.feature.PerQueue;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.LeaseExpiredException;

/**
 * Recovers tasks whose worker died: their lease expired more than {@link #CUTOFF} ago (protocol section 7.8). Any
 * number of processes may run it: a lease that another process has recovered or extended stays unchanged. Tasks listed
 * only in the lease set or only in the active list are repaired first.
 */
public final class Recoverer {

    /** How long a lease must have been expired; tolerates clock differences. */
    public static final Duration CUTOFF = Duration.ofSeconds(30);

    /** Time after a jump of the clock in which all live workers measure it and extend their leases. */
    static final Duration AFTER_JUMP = Duration.ofSeconds(45);

    /** Time after which a task that Redis could not send in time is read again. */
    static final Duration SLOW_AGAIN = Duration.ofMinutes(10);

    private static final Logger LOG = System.getLogger(Recoverer.class.getName());

    private final Broker broker;
    private final PerQueue queues;
    private final Supplier<? extends Collection<String>> all;
    private final Predicate<String> isServed;
    private final BiFunction<TaskMessage, Throwable, Outcome> failure;
    private final int maxRecoveries;
    private final UnaryOperator<List<Settlement>> beforehand;
    private final TaskEvents events;
    private final AttemptRecorder attempts;
    private final WorkerStatistics statistics;
    /** Queue to the IDs of tasks that Redis could not send in time, and when they are read again. */
    private final Map<String, Map<String, Instant>> slow = new HashMap<>();

    /**
     * Creates the service.
     *
     * @param broker the Redis; expiry is judged by its clock
     * @param queues supplies all queues
     * @param isServed whether to serve a queue now
     * @param failure the outcome of a failed task
     * @param maxRecoveries how often a task is retried because its worker died; then it is archived, because it may
     *        have caused the deaths. 0 for no limit
     * @param beforehand receives the outcomes before they are written and returns the outcomes that may be written now
     * @param events receives an event for each recovered task
     * @param attempts records the attempts of dead servers
     * @param statistics receives their failures
     */
    public Recoverer(Broker broker, Supplier<? extends Collection<String>> queues, Predicate<String> isServed,
            BiFunction<TaskMessage, Throwable, Outcome> failure,
            int maxRecoveries, UnaryOperator<List<Settlement>> beforehand, TaskEvents events, AttemptRecorder attempts,
            WorkerStatistics statistics) {
        this.broker = broker;
        this.queues = new PerQueue(LOG,
                "expired leases of queue {0} cannot be recovered and are retried: {1}");
        this.all = queues;
        this.isServed = isServed;
        this.failure = failure;
        this.maxRecoveries = maxRecoveries;
        this.beforehand = beforehand;
        this.events = events;
        this.attempts = attempts;
        this.statistics = statistics;
    }

    /**
     * Recovers all tasks whose lease has been expired for {@link #CUTOFF}. A queue that fails does not delay the
     * others; the last failure is thrown. Does nothing for {@link #AFTER_JUMP} after a jump of the clock: leases of
     * live workers look expired then.
     */
    public void runOnce() {
        broker.measureClock();
        if (broker.isTimeEven(AFTER_JUMP)) {
            queues.run(all.get(), isServed, this::serve);
        } else {
            LOG.log(Level.WARNING, "no leases are recovered for " + AFTER_JUMP.toSeconds()
                    + " s, because the time of Redis has jumped");
        }
    }

    /** Recovers leases and groups of one queue; a failure of the first does not skip the second. */
    private void serve(String queue) {
        try {
            recover(queue);
        } catch (RuntimeException | Error e) {
            try {
                broker.groupCommands().reclaimStale(queue);
            } catch (RuntimeException | Error also) {
                e.addSuppressed(also);
            }
            throw e;
        }
        broker.groupCommands().reclaimStale(queue);
    }

    private void recover(String queue) {
        MaintenanceCommands maintenance = broker.maintenanceCommands();
        Instant cutoff = broker.clock().instant().minus(CUTOFF);
        BrokerException error = null;
        boolean hasMore = true;
        int passed = 0;
        while (hasMore) {
            if (isSlow(queue, cutoff, passed)) {
                passed++;
                continue;
            }
            // before each page: tasks that cannot be recovered would fill the page
            LeaseRepairs repairs = maintenance.repairLeases(queue, cutoff, passed);
            if (!repairs.isNone()) {
                LOG.log(Level.WARNING, "lease set and active list of queue {0} were inconsistent and are repaired: {1}",
                        queue, repairs);
            }
            try {
                ExpiredLeases expired = maintenance.expiredLeases(queue, cutoff, passed);
                Settled settled = settle(expired);
                passed += settled.stay();
                error = settled.error() == null ? error : settled.error();
                hasMore = expired.hasMore();
            } catch (AmbiguousResultException e) {
                error = slow(queue, cutoff, passed, e);
                passed++;
            }
        }
        if (error != null) {
            throw error;
        }
    }

    /** Whether Redis could not send the next task in time and the time of the next attempt has not been reached. */
    private boolean isSlow(String queue, Instant cutoff, int passed) {
        Map<String, Instant> known = slow.computeIfAbsent(queue, any -> new HashMap<>());
        known.values().removeIf(again -> !again.isAfter(cutoff));
        return !known.isEmpty() && broker.maintenanceCommands().expiredTask(queue, cutoff, passed)
                .filter(task -> known.containsKey(task.id())).isPresent();
    }

    /**
     * Finds a task that is too large for the command timeout, so that it does not hide the others. Throws the failure
     * if there is no such task.
     */
    private BrokerException slow(String queue, Instant cutoff, int passed, AmbiguousResultException failure) {
        Optional<TaskSize> next = broker.maintenanceCommands().expiredTask(queue, cutoff, passed)
                .filter(TaskSize::isLarge);
        if (next.isEmpty()) {
            throw failure;
        }
        TaskSize task = next.get();
        slow.get(queue).put(task.id(), cutoff.plus(SLOW_AGAIN));
        return new BrokerException(
                "Redis did not send task " + PrintableText.of(task.id()) + " of " + (task.bytes() >> 20)
                        + " MB within the command timeout; it is passed over for " + SLOW_AGAIN.toMinutes()
                        + " minutes. Raise command-timeout, or delete the task",
                failure);
    }

    /**
     * How a page of expired leases was settled.
     *
     * @param stay number of leases that stay unchanged and are skipped, so that they do not hide other leases
     * @param error why some leases could not be settled, {@code null} if none
     */
    private record Settled(int stay, BrokerException error) {}

    private Settled settle(ExpiredLeases expired) {
        List<Settlement> outcomes = new ArrayList<>();
        for (Lease lease : expired.leases()) {
            outcomes.add(attempts.recovery(lease,
                    limited(outcome(lease.message()), expired.recoveries().get(lease.id()))));
        }
        for (Unusable unusable : expired.unusable()) {
            outcomes.add(new Settlement(unusable.lease(), new Outcome.Archive(unusable.reason())));
        }
        List<Settlement> settlements = beforehand.apply(outcomes);
        List<Settlement.Result> results = broker.workerCommands().write(settlements);
        int settled = 0;
        int lost = 0;
        BrokerException error = null;
        for (int i = 0; i < results.size(); i++) {
            Settlement settlement = settlements.get(i);
            if (results.get(i) instanceof Settlement.Result.Settled) {
                settled++;
                LOG.log(Level.WARNING, "{0} recovered after its worker died: {1}", settlement.lease().message(),
                        settlement.outcome());
                if (settlement.outcome().isCounted()) {
                    TaskMessage message = settlement.lease().message();
                    statistics.of(message.queue(), message.type()).ended(settlement.outcome().isFailure());
                }
                events.recovered(settlement.lease().message(), settlement.outcome(),
                        expired.recoveries().get(settlement.lease().id()) + 1);
            } else if (results.get(i) instanceof Settlement.Result.Failed failed) {
                error = failed.error();
            } else {
                lost++;
            }
        }
        // leases that another server has recovered have disappeared; if no lease has disappeared, they stay for an
        // unknown reason
        return new Settled(settled == 0 ? expired.size() : expired.size() - settled - lost, error);
    }

    /** A task whose failure policy throws is archived: it would throw at each run and block the queue. */
    private Outcome outcome(TaskMessage message) {
        try {
            return Objects.requireNonNull(failure.apply(message, new LeaseExpiredException()), "no outcome");
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "the failure policy failed for " + message + ", whose worker died; it is archived", e);
            return new Outcome.Archive(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    /** Counts a recovery; archives a task that has reached the limit. */
    private Outcome limited(Outcome outcome, int recoveries) {
        if (!(outcome instanceof Outcome.Retry retry)) {
            return outcome;
        }
        if (maxRecoveries == 0 || recoveries < maxRecoveries) {
            return retry.asRecovery();
        }
        return FailureOutcomes.recoveredTooOften(maxRecoveries);
    }
}
