package io.github.asynqee.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.Progress;

/** Private fields of a task's hash, which asynq ignores (protocol section 13). */
public final class PrivateFields {

    /** Prefix of the names of all private fields. */
    public static final String PREFIX = "asynqee:";

    /** Progress of a task: percentage, time in Unix milliseconds and note, separated by spaces. */
    public static final String PROGRESS = PREFIX + "progress";

    /** Number of times the task was recovered because its worker died, since its checkpoint advanced last. */
    public static final String RECOVERIES = PREFIX + "recoveries";

    /**
     * Names the staged set in which a task of a group was handled first, to distinguish the task from a later task with
     * the same ID.
     */
    public static final String FIRST_SET = PREFIX + "set";

    /** Names the move that stored the task in this queue. */
    public static final String MOVE = PREFIX + "move";

    /** The run of a bulk change that has changed the task, so that it does not change it twice. */
    public static final String BULK = PREFIX + "bulk";

    /** Where an archived task was before: the score of the archive, the state, the score and the run that has archived it. */
    public static final String ARCHIVED = PREFIX + "archived";

    /**
     * Why a limit blocks a scheduled task: its position among the blocked tasks of the key, the score with which it was
     * postponed, the name of the limit and the value of the key, separated by spaces.
     */
    public static final String LIMIT = PREFIX + "limit";

    private PrivateFields() {}

    /**
     * Encodes a progress.
     *
     * @param progress the progress
     * @return the field's value
     */
    public static byte[] encode(Progress progress) {
        return (progress.percent() + " " + progress.at().toEpochMilli() + " " + progress.note())
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes a progress.
     *
     * @param value the field's value, may be {@code null}
     * @return the progress, {@code null} if the value is absent or invalid
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
     * Decodes the key of a limit for which a scheduled task waits.
     *
     * @param value the field's value, may be {@code null}
     * @param scheduled for when the task is scheduled
     * @return the name of the limit and the value of the key; {@code null} if no limit blocks the task: the value is
     *         absent or invalid, or the task was rescheduled since
     */
    public static List<String> limitKey(byte[] value, Instant scheduled) {
        String[] parts = value == null ? new String[0] : new String(value, StandardCharsets.UTF_8).split(" ", 4);
        return parts.length == 4 && parts[1].equals(String.valueOf(scheduled.getEpochSecond()))
                ? List.of(parts[2], parts[3]) : null;
    }

    /**
     * Decodes the number of recoveries.
     *
     * @param value the field's value, may be {@code null}
     * @return the number, 0 if the value is absent or invalid
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
