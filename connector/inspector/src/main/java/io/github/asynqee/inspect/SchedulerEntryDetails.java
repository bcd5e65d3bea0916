package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a running scheduler.
 *
 * @param id names the entry
 * @param spec the cron text as given
 * @param taskType the type of the tasks enqueued
 * @param payload the payload of the tasks enqueued; not to be modified
 * @param options the texts of the options
 * @param next when it enqueues next
 * @param previous when it enqueued last, {@code null} if never
 */
public record SchedulerEntryDetails(String id, String spec, String taskType, byte[] payload, List<String> options,
        Instant next, @Nullable Instant previous) {}
