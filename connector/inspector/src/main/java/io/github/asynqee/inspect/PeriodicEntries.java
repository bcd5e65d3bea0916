package io.github.asynqee.inspect;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.redis.BrokerException;

/**
 * Lists, pauses and runs periodic entries from outside the application that schedules them. Thread-safe.
 *
 * <p>Entries are those of nodes of this project, each listed once for all nodes, and those of Go schedulers, listed once for
 * each scheduler. An entry is published by a running scheduler only: it disappears within 20 s after the last one ended.
 * Each method throws a {@link BrokerException} if Redis cannot be reached or refuses.
 */
public interface PeriodicEntries {

    /**
     * The longest time that {@link #run} waits for a node. A request that no node has answered by then is withdrawn; if
     * the caller has ended before, it expires.
     */
    Duration MAX_WAIT = Duration.ofSeconds(60);

    /** @return all entries, sorted by spec and ID; only reads, in one batch of commands */
    List<PeriodicEntryDetails> entries();

    /**
     * Pauses an entry on all nodes until it is resumed: its ticks are skipped and are not made up. No tick that comes after
     * the return of this method is enqueued, on any node. The pause survives restarts of all nodes. If no node has the
     * entry any longer, it is kept for 90 days. Pausing a paused entry changes nothing.
     *
     * @param entryId the entry's ID
     * @throws NotFoundException if no scheduler has published the entry and no state of it is kept
     * @throws RefusedException if the entry belongs to a Go scheduler, which cannot be paused
     */
    void pause(String entryId);

    /**
     * Ends a pause. Ticks that passed during the pause are skipped. Resuming an entry that is not paused changes nothing.
     *
     * @param entryId the entry's ID
     * @throws NotFoundException if no scheduler has published the entry and no state of it is kept
     * @throws RefusedException if the entry belongs to a Go scheduler
     */
    void resume(String entryId);

    /**
     * Enqueues a task of an entry now, also if it is paused. Its ticks are not affected; the task is recorded in the entry's
     * history.
     *
     * <p>A constant payload is enqueued at once, with the published type, payload and options; for an entry of a Go scheduler
     * these do not include options given to the task itself, its queue among them. If the application produces the payload,
     * a node that runs the entry is asked to: one node takes the request up, at the latest after 10 s, and enqueues at most
     * one task. If that node dies another one takes over after 20 to 30 s. This method waits for the answer.
     *
     * @param entryId the entry's ID
     * @return the task
     * @throws NotFoundException if no scheduler has published the entry
     * @throws RefusedException if the published options cannot be read, if no node has answered within {@link #MAX_WAIT}, if
     *         the application has no payload or fails to produce it, or if another such request is waiting
     * @throws DuplicateTaskException if the task is unique and another task holds the lock
     * @throws TaskIdConflictException if the options name a task ID and that task exists
     */
    TaskInfo run(String entryId);

    /** @return the entries of all running schedulers, sorted by specification and ID; only reads */
    List<SchedulerEntryDetails> schedulerEntries();

    /**
     * A page of the enqueue events of a scheduler's entry, the latest first.
     *
     * @param entryId the entry's ID
     * @param page the number of the page, from 1
     * @param size the number of events per page, at least 1
     * @return the events
     * @throws IllegalArgumentException if page or size is out of range
     */
    List<EnqueueEvent> enqueueEvents(String entryId, int page, int size);

    /** There is no such periodic entry. */
    class NotFoundException extends InspectionException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message names the entry
         */
        public NotFoundException(String message) {
            super(message);
        }
    }

    /** The operation is not possible with this periodic entry; nothing was enqueued. */
    class RefusedException extends InspectionException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message names the entry, and the reason
         */
        public RefusedException(String message) {
            super(message);
        }
    }
}
