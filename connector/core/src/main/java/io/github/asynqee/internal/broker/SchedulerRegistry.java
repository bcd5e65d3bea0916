package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;

/** What running schedulers tell about themselves (protocol section 5.6). */
public interface SchedulerRegistry {

    /**
     * Publishes a scheduler's entries.
     *
     * @param schedulerId names the scheduler: {@code host:pid:uuid}
     * @param entries the entries
     * @param life how long this is to be believed
     */
    void write(String schedulerId, List<SchedulerEntry> entries, Duration life);

    /**
     * Takes back what a scheduler published.
     *
     * @param schedulerId names the scheduler
     */
    void clear(String schedulerId);

    /** @return the entries of all schedulers running now; nothing is changed in Redis */
    List<SchedulerEntry> entries();

    /**
     * Adds an event to an entry's history, of which the newest 1,000 are kept, 90 days after the last.
     *
     * @param entryId names the entry
     * @param event the event
     */
    void record(String entryId, SchedulerEnqueueEvent event);

    /**
     * Reads an entry's history.
     *
     * @param entryId names the entry
     * @param page which page, from 1
     * @param size how many events on a page
     * @return the events, newest first
     */
    List<SchedulerEnqueueEvent> history(String entryId, int page, int size);

    /**
     * Deletes an entry's history.
     *
     * @param entryId names the entry
     */
    void clearHistory(String entryId);
}
