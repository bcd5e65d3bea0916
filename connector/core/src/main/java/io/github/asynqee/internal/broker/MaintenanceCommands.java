package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import io.github.asynqee.internal.statistics.TypeNumbers;

/** Periodic operations that every server performs on its queues (protocol section 5.3). */
public interface MaintenanceCommands {

    /** Maximum number of tasks that one call moves or deletes. */
    int BATCH = 100;

    /** Maximum number of expired leases that one call lists. */
    int MAX_EXPIRED = 1_000;
    /** Maximum number of leases, and of active tasks, that one call compares. */
    int MAX_REPAIRED = 500;

    /**
     * Forwards due scheduled and retry tasks to their queue or group. One round trip reads the due times of all queues;
     * only queues with due tasks need another.
     *
     * @param queues the queues
     * @param batches maximum number of batches of each kind, in one round trip for each queue with due tasks
     * @param isServed whether to serve a queue, called before each round trip for a queue with due tasks; another
     *        thread serves the other queues
     * @return one result for each queue, in the same order; the failure of one queue does not affect the others
     */
    List<ForwardResult> forward(List<String> queues, int batches, Predicate<String> isServed);

    /** Like {@link #forward(List, int, Predicate)}, for all of the queues. */
    default List<ForwardResult> forward(List<String> queues, int batches) {
        return forward(queues, batches, queue -> true);
    }

    /**
     * Lists expired leases.
     *
     * @param queue the queue
     * @param cutoff the latest expiry
     * @param passed how many leases to skip, counted from the earliest
     * @return the leases, earliest first, including unusable and vanished ones; at most {@link #MAX_EXPIRED}, fewer if
     *         their messages are large
     */
    ExpiredLeases expiredLeases(String queue, Instant cutoff, int passed);

    /**
     * Reads the size of a task with an expired lease, without its message.
     *
     * @param queue the queue
     * @param cutoff the latest expiry
     * @param passed how many leases to skip, counted from the earliest
     * @return the next task, empty if there is none
     */
    Optional<TaskSize> expiredTask(String queue, Instant cutoff, int passed);

    /**
     * Repairs inconsistencies between expired leases and the list of active tasks, caused by a fail-over or another
     * server. Without the repair, the affected tasks would never be recovered. A task with an expired lease that is not
     * active is requeued; an active task without a lease gets one of {@link Lease#DURATION}; an ID without a task is
     * dropped. Expired leases are examined until a batch of {@link #MAX_REPAIRED} needs no repair.
     *
     * @param queue the queue
     * @param cutoff the latest expiry
     * @param passed how many expired leases to skip, counted from the earliest
     * @return the repairs
     */
    LeaseRepairs repairLeases(String queue, Instant cutoff, int passed);

    /**
     * Deletes completed tasks whose retention has ended: one batch.
     *
     * @param queue the queue
     * @return the number of deleted tasks; call again until it is zero
     */
    int deleteExpiredCompleted(String queue);

    /**
     * Number of forwarded tasks.
     *
     * @param due the number of due tasks that were forwarded
     * @param next the time to run of the earliest remaining task, {@code null} if there is none; if it is not in the
     *        future, call again
     */
    record Forwarded(int due, Instant next) {}

    /**
     * Result of forwarding in one queue.
     *
     * @param forwarded the forwarded tasks, {@code null} if the call failed; set together with an error if only some
     *        tasks could not be forwarded
     * @param error the error, {@code null} if the call succeeded; some tasks may be forwarded despite an error
     */
    record ForwardResult(Forwarded forwarded, Throwable error) {

        /**
         * Returns the result or throws the error.
         *
         * @return the forwarded tasks
         * @throws RuntimeException if the call failed
         */
        public Forwarded get() {
            if (error instanceof Error serious) {
                throw serious;
            } else if (error instanceof RuntimeException failure) {
                throw failure;
            }
            return forwarded;
        }
    }

    /**
     * Adds a worker's numbers to the statistics of queues, at the current time. Never sent twice: after an ambiguous
     * result the numbers may be lost.
     *
     * @param statistics queue to numbers by type
     */
    void recordStatistics(Map<String, List<TypeNumbers>> statistics);

    /**
     * Reports to operators that tasks start late, because they are behind tasks that this worker cannot run. Other
     * workers of the queue overwrite the report.
     *
     * @param queue the queue
     * @param ahead the number of tasks ahead
     * @param life the time after which the report ends, unless it is repeated
     */
    void reportBacklogAhead(String queue, long ahead, Duration life);

    /**
     * Expired leases.
     *
     * @param leases leases of tasks that can be retried or archived; settling one succeeds only if it was not extended
     * @param recoveries task ID to number of recoveries so far, for each lease
     * @param unusable leases of tasks whose message is unusable
     * @param vanished IDs of leases without a task, to be repaired
     * @param hasMore whether more leases may have expired
     */
    record ExpiredLeases(List<Lease> leases, Map<String, Integer> recoveries, List<DequeuedTasks.Unusable> unusable,
            List<String> vanished, boolean hasMore) {

        /** @return the number of expired leases of all kinds */
        public int size() {
            return leases.size() + unusable.size() + vanished.size();
        }
    }

    /**
     * The size of a task.
     *
     * @param id its ID
     * @param bytes the length of its message
     */
    record TaskSize(String id, long bytes) {

        /** @return whether the task is read alone, because it is as large as a whole reply may be */
        public boolean isLarge() {
            return bytes > Settlement.PORTION;
        }
    }

    /**
     * Repairs of leases and active tasks.
     *
     * @param requeued number of tasks that were leased but not active, and are pending again
     * @param leased number of tasks that were active without a lease, and now have one
     * @param dropped number of removed IDs: without a task, or of a task with a superfluous lease
     */
    record LeaseRepairs(int requeued, int leased, int dropped) {

        /** @return whether nothing was repaired */
        public boolean isNone() {
            return requeued + leased + dropped == 0;
        }

        public LeaseRepairs plus(LeaseRepairs more) {
            return new LeaseRepairs(requeued + more.requeued, leased + more.leased, dropped + more.dropped);
        }
    }
}
