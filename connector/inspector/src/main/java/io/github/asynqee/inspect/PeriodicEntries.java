package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.redis.BrokerException;

/**
 * Lists, pauses and runs scheduler entries from outside the application that schedules them. Thread-safe.
 *
 * <p>An entry of this project is listed once for all nodes, and an entry of a Go scheduler once for each scheduler.
 * Only running schedulers publish an entry; it disappears within 20 s after its last scheduler has ended. Each method
 * throws a {@link BrokerException} if Redis is unreachable or rejects a command.
 */
public interface PeriodicEntries {

    /**
     * Maximum time for which {@link #run} waits for a node. Then it withdraws the unanswered request. If the caller
     * ends earlier, the request expires.
     */
    Duration MAX_WAIT = Duration.ofSeconds(60);

    /** @return all entries, sorted by spec and ID; only reads, in one pipeline */
    List<PeriodicEntryDetails> entries();

    /**
     * Pauses an entry on all nodes until it is resumed. Its ticks are skipped and not made up. After this method
     * returns, no node enqueues another tick. The pause survives restarts of all nodes. If no node has the entry any
     * longer, the pause is kept for 90 days. Pausing a paused entry has no effect.
     *
     * @param entryId the entry's ID
     * @throws NotFoundException if no scheduler has published the entry, and Redis has no state for the entry
     * @throws RefusedException if the entry belongs to a Go scheduler, which cannot be paused
     */
    void pause(String entryId);

    /**
     * Resumes an entry. Ticks during the pause are not made up. Resuming an entry that is not paused has no effect.
     *
     * @param entryId the entry's ID
     * @throws NotFoundException if no scheduler has published the entry, and Redis has no state for the entry
     * @throws RefusedException if the entry belongs to a Go scheduler
     */
    void resume(String entryId);

    /**
     * Enqueues a task of an entry now, even if the entry is paused. The schedule does not change. The task is
     * recorded in the entry's history.
     *
     * <p>An entry with a constant payload is enqueued immediately, with the published type, payload and options. For
     * an entry of a Go scheduler these do not include options of the task itself, such as its queue. If the
     * application produces the payload, this method requests the task from the nodes of the entry, and waits for the
     * answer. One node accepts the request within 10 s, and enqueues at most one task. If that node dies, another
     * node takes over after 20 to 30 s.
     *
     * @param entryId the entry's ID
     * @return the task
     * @throws NotFoundException if no scheduler has published the entry
     * @throws RefusedException if the published options cannot be read, if no node has answered within
     *         {@link #MAX_WAIT}, if the application has no payload or fails to produce it, or if another request for
     *         the entry is waiting
     * @throws DuplicateTaskException if the task is unique and another task holds the lock
     * @throws TaskIdConflictException if the options name a task ID and that task exists
     */
    TaskInfo run(String entryId);

    /** @return the entries of all running schedulers, sorted by specification and ID; only reads */
    List<SchedulerEntryDetails> schedulerEntries();

    /**
     * Returns a page of the enqueue events of a scheduler entry, newest first.
     *
     * @param entryId the entry's ID
     * @param page the number of the page, from 1
     * @param size the number of events per page, at least 1
     * @return the events
     * @throws IllegalArgumentException if page or size is out of range
     */
    List<EnqueueEvent> enqueueEvents(String entryId, int page, int size);

    /** The scheduler entry does not exist. */
    class NotFoundException extends InspectionException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message the message, which names the entry
         */
        public NotFoundException(String message) {
            super(message);
        }
    }

    /** The operation is not possible with this scheduler entry; nothing was enqueued. */
    class RefusedException extends InspectionException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message the entry and the reason
         */
        public RefusedException(String message) {
            super(message);
        }
    }
}
