package io.github.asynqee.broker;

import java.time.Instant;
import java.util.List;

/** What every server does for its queues from time to time (protocol section 5.3). */
public interface Maintenance {

    /** How many tasks one call moves or deletes at most. */
    int BATCH = 100;

    /**
     * Makes scheduled and failed tasks that are due ready to run, or puts them into their group: one batch of each.
     *
     * @param queue the queue
     * @return how many tasks were due; call again until it is zero
     */
    int forward(String queue);

    /**
     * Lists the leases that have expired.
     *
     * @param queue the queue
     * @param cutoff the latest expiry
     * @return the leases, earliest first, and what else was found; at most 1,000
     */
    ExpiredLeases expiredLeases(String queue, Instant cutoff);

    /**
     * Deletes completed tasks whose retention has ended: one batch.
     *
     * @param queue the queue
     * @return how many tasks were deleted; call again until it is zero
     */
    int deleteExpiredCompleted(String queue);

    /**
     * Leases that have expired.
     *
     * @param leases of tasks that can be retried or archived; settling one succeeds only if it has not been extended
     * @param unusable of tasks whose message cannot be used
     * @param vanished IDs of leases without a task
     */
    record ExpiredLeases(List<Lease> leases, List<DequeuedTasks.Unusable> unusable, List<String> vanished) {}
}
