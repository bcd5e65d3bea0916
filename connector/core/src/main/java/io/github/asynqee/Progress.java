package io.github.asynqee;

import java.time.Instant;

/**
 * How far a running task is, as its handler says.
 *
 * @param percent from 0 to 100
 * @param note what it is doing, may be empty
 * @param at when that was said
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
