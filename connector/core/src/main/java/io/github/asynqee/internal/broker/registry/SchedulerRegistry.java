package io.github.asynqee.internal.broker.registry;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;

/** Registry of running schedulers (protocol section 5.6). */
public interface SchedulerRegistry {

    /**
     * Publishes a scheduler's entries.
     *
     * @param schedulerId the scheduler's ID: {@code host:pid:uuid}
     * @param entries the entries
     * @param life the lifetime of the published entries
     */
    void write(String schedulerId, List<SchedulerEntry> entries, Duration life);

    /**
     * Deletes the entries of a scheduler.
     *
     * @param schedulerId the scheduler's ID
     */
    void clear(String schedulerId);

    /**
     * A published entry.
     *
     * @param schedulerId the ID of the scheduler that has published it
     * @param entry the entry
     */
    record Published(String schedulerId, SchedulerEntry entry) {}

    /** @return the entries of all running schedulers; read-only */
    List<Published> published();

    /** @return the entries of all running schedulers; read-only */
    default List<SchedulerEntry> entries() {
        return published().stream().map(Published::entry).toList();
    }

    /**
     * Adds an event to an entry's history. The newest 1,000 events are kept, until 90 days after the last one.
     *
     * @param entryId the entry's ID
     * @param event the event
     */
    void record(String entryId, SchedulerEnqueueEvent event);

    /**
     * Reads an entry's history.
     *
     * @param entryId the entry's ID
     * @param page the page number, from 1
     * @param size the number of events per page
     * @return the events, newest first
     */
    List<SchedulerEnqueueEvent> history(String entryId, int page, int size);
}
