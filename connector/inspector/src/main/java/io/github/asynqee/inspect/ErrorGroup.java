package io.github.asynqee.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Failed tasks with the same error, ignoring numbers and IDs in its text.
 *
 * @param signature the text with {@code #} for each number, UUID and hexadecimal number
 * @param count the number of tasks
 * @param firstFailedAt the earliest of their last failures, {@code null} if unknown
 * @param lastFailedAt the latest of their last failures, {@code null} if unknown
 * @param example one of the tasks
 */
public record ErrorGroup(String signature, int count, @Nullable Instant firstFailedAt, @Nullable Instant lastFailedAt,
        InspectedTask example) {}
