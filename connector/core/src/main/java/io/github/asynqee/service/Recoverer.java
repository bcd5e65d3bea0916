package io.github.asynqee.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.DequeuedTasks.Unusable;
import io.github.asynqee.broker.Lease;
import io.github.asynqee.broker.Maintenance.ExpiredLeases;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.broker.SettleResult;
import io.github.asynqee.broker.Settlement;
import io.github.asynqee.protocol.TaskMessage;

/**
 * Recovers tasks whose worker is gone: their lease expired a while ago (protocol section 7.8). Safe beside any number of
 * others: a lease that somebody else has recovered or extended in the meantime is left alone.
 */
public final class Recoverer {

    /** How long a lease must have been expired; absorbs differences between clocks. */
    public static final Duration CUTOFF = Duration.ofSeconds(30);

    private static final Logger LOG = System.getLogger(Recoverer.class.getName());

    private final Broker broker;
    private final List<String> queues;
    private final BiFunction<TaskMessage, Throwable, Outcome> failure;

    /**
     * Creates the service.
     *
     * @param broker what it works on; its clock counts
     * @param queues the queues it serves
     * @param failure what becomes of a task that failed
     */
    public Recoverer(Broker broker, Collection<String> queues, BiFunction<TaskMessage, Throwable, Outcome> failure) {
        this.broker = broker;
        this.queues = List.copyOf(queues);
        this.failure = failure;
    }

    /** Recovers every task of its queues whose lease has been expired for {@link #CUTOFF}. */
    public void runOnce() {
        for (String queue : queues) {
            recover(broker.maintenance().expiredLeases(queue, broker.clock().instant().minus(CUTOFF)));
            broker.groups().reclaimStale(queue);
        }
    }

    private void recover(ExpiredLeases expired) {
        List<Settlement> settlements = new ArrayList<>();
        for (Lease lease : expired.leases()) {
            settlements.add(new Settlement(lease, failure.apply(lease.message(), new LeaseExpiredException())));
        }
        for (Unusable unusable : expired.unusable()) {
            settlements.add(new Settlement(unusable.lease(), new Outcome.Archive(unusable.reason())));
        }
        List<SettleResult> results = broker.working().settle(settlements);
        for (int i = 0; i < results.size(); i++) {
            Settlement settlement = settlements.get(i);
            if (results.get(i) instanceof SettleResult.Settled) {
                LOG.log(Level.WARNING, "recovered {0}, whose worker is gone: {1}", settlement.lease().message(),
                        settlement.outcome());
            } else if (results.get(i) instanceof SettleResult.Failed failed) {
                throw failed.error();
            }
        }
    }
}
