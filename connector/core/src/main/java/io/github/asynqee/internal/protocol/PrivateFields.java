package io.github.asynqee.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.github.asynqee.Progress;

/** Fields of a task's hash that asynq does not know and its peers do not see (protocol section 13). */
public final class PrivateFields {

    /** What the names of all of them begin with. */
    public static final String PREFIX = "asynqee:";

    /** How far a task is: percentage, time in Unix milliseconds and note, with blanks between. */
    public static final String PROGRESS = PREFIX + "progress";

    /** How often a task was recovered because its worker had gone away: a number. */
    public static final String RECOVERIES = PREFIX + "recoveries";

    private PrivateFields() {}

    /**
     * Writes a progress.
     *
     * @param progress the progress
     * @return the field's value
     */
    public static byte[] encode(Progress progress) {
        return (progress.percent() + " " + progress.at().toEpochMilli() + " " + progress.note())
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a progress.
     *
     * @param value the field's value, may be {@code null}
     * @return the progress, {@code null} if there is none or it cannot be read
     */
    public static Progress progress(byte[] value) {
        if (value == null) {
            return null;
        }
        String[] parts = new String(value, StandardCharsets.UTF_8).split(" ", 3);
        try {
            return new Progress(Integer.parseInt(parts[0]), parts.length > 2 ? parts[2] : "",
                    Instant.ofEpochMilli(Long.parseLong(parts[1])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }

    /**
     * Reads how often a task was recovered.
     *
     * @param value the field's value, may be {@code null}
     * @return the number, 0 if there is none or it cannot be read
     */
    public static int recoveries(byte[] value) {
        if (value == null) {
            return 0;
        }
        try {
            return Integer.parseInt(new String(value, StandardCharsets.UTF_8));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
