package io.github.asynqee;

import java.time.Instant;

/**
 * Progress of a running task, as reported by its handler.
 *
 * @param percent from 0 to 100
 * @param note a description of the current step; {@code null} becomes empty
 * @param at the time of the report
 */
public record Progress(int percent, String note, Instant at) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the percentage is out of range
     */
    public Progress {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("percent must be from 0 to 100: " + percent);
        }
        note = note == null ? "" : note;
    }
}
