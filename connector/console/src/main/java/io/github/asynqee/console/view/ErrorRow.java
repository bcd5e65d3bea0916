package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;

/**
 * Failed tasks with the same error, ignoring numbers and IDs in its text.
 *
 * @param signature the text with placeholders
 * @param firstSeen the earliest of their last failures
 * @param lastSeen the latest of their last failures
 */
public record ErrorRow(String signature, long count, Instant firstSeen, Instant lastSeen, List<String> queues,
        List<String> types, String sampleId, String sampleQueue, String sampleError) {}
