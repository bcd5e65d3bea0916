package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a running scheduler.
 *
 * @param id the ID of the entry
 * @param spec the cron spec as configured
 * @param taskType the type of its tasks
 * @param payload the payload of its tasks; do not modify it
 * @param options the options as text
 * @param next when it enqueues next
 * @param previous when it enqueued last, {@code null} if never
 */
public record SchedulerEntryDetails(String id, String spec, String taskType, byte[] payload, List<String> options,
        Instant next, @Nullable Instant previous) {}
