package io.github.asynqee.internal.broker;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What every server does for its queues from time to time (protocol section 5.3). */
public interface MaintenanceCommands {

    /** How many tasks one call moves or deletes at most. */
    int BATCH = 100;

    /** How many expired leases one call lists at most. */
    int MAX_EXPIRED = 1_000;

    /**
     * Makes scheduled and failed tasks that are due ready to run, or puts them into their group. All queues share the
     * round trip by which is learnt what is due; only queues with due tasks cost more.
     *
     * @param queues the queues
     * @param batches how many batches of each kind at most, in one round trip for each queue with due tasks
     * @return one result for each queue, in the same order; a queue that fails keeps no other waiting
     */
    List<ForwardResult> forward(List<String> queues, int batches);

    /**
     * Lists the leases that have expired.
     *
     * @param queue the queue
     * @param cutoff the latest expiry
     * @return the leases, earliest first, and what else was found; at most {@link #MAX_EXPIRED}
     */
    ExpiredLeases expiredLeases(String queue, Instant cutoff);

    /**
     * Brings the leases that have expired and the list of active tasks into agreement, which a fail-over or another
     * server may have upset: nobody would ever recover such tasks. A task with an expired lease that is not active is
     * put back into its queue; an active task without a lease gets one of {@link Lease#DURATION}; an ID without a task
     * is dropped. Expired leases are looked at until a batch of {@link #MAX_EXPIRED} needs no repair.
     *
     * @param queue the queue
     * @param cutoff the latest expiry
     * @return what was repaired
     */
    LeaseRepairs repairLeases(String queue, Instant cutoff);

    /**
     * Deletes completed tasks whose retention has ended: one batch.
     *
     * @param queue the queue
     * @return how many tasks were deleted; call again until it is zero
     */
    int deleteExpiredCompleted(String queue);

    /**
     * What was forwarded.
     *
     * @param due how many tasks were taken because they were due
     * @param next when the earliest of those that are left is due, {@code null} if there is none: if that is not in the
     *            future, call again
     */
    record Forwarded(int due, Instant next) {}

    /**
     * What was forwarded in a queue, or the exception that stands for it.
     *
     * @param forwarded what was forwarded, {@code null} if that failed
     * @param error why, {@code null} unless it failed; some tasks may be forwarded all the same
     */
    record ForwardResult(Forwarded forwarded, RuntimeException error) {

        /**
         * What was forwarded.
         *
         * @return it
         * @throws RuntimeException if it failed
         */
        public Forwarded get() {
            if (error != null) {
                throw error;
            }
            return forwarded;
        }
    }

    /**
     * Leases that have expired.
     *
     * @param leases of tasks that can be retried or archived; settling one succeeds only if it has not been extended
     * @param recoveries ID to how often the task was recovered so far, for each lease
     * @param unusable of tasks whose message cannot be used
     * @param vanished IDs of leases without a task, to be repaired
     */
    record ExpiredLeases(List<Lease> leases, Map<String, Integer> recoveries, List<DequeuedTasks.Unusable> unusable,
            List<String> vanished) {

        /** @return how many leases were found, of whatever kind */
        public int size() {
            return leases.size() + unusable.size() + vanished.size();
        }
    }

    /**
     * What was wrong between leases and active tasks.
     *
     * @param putBack how many tasks were leased but not active, and are pending again
     * @param leased how many tasks were active without a lease, and have one now
     * @param dropped how many IDs stood for nothing that can run, or only had a lease too many
     */
    record LeaseRepairs(int putBack, int leased, int dropped) {

        /** @return whether nothing was wrong */
        public boolean isNone() {
            return putBack + leased + dropped == 0;
        }

        public LeaseRepairs plus(LeaseRepairs more) {
            return new LeaseRepairs(putBack + more.putBack, leased + more.leased, dropped + more.dropped);
        }
    }
}
