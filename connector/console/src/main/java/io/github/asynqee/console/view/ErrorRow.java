package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;

/**
 * Failed tasks with the same error, ignoring numbers and IDs in its text.
 *
 * @param signature the text with placeholders
 * @param lastHour how many of them failed last in the past 60 minutes
 * @param firstSeen the earliest of their last failures, {@code null} if their times are not known
 * @param lastSeen the latest of their last failures, {@code null} if their times are not known
 * @param queues the queues that they are in
 * @param types their types
 * @param sampleId the ID of one of them
 * @param sampleQueue its queue
 * @param sampleError its error
 */
public record ErrorRow(String signature, long count, long lastHour, Instant firstSeen, Instant lastSeen,
        List<String> queues,
        List<String> types, String sampleId, String sampleQueue, String sampleError) {}
