package io.github.asynqee.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * The checkpoint of a task in the {@linkplain #FIELD private field} of its hash: three numbers and the cursor,
 * separated by blanks.
 *
 * @param run identifies the run of the task: the time at which its previous run was completed, Unix seconds; 0 for the
 *        first run. A cursor of an earlier run is ignored
 * @param saves how often a cursor was saved
 * @param total expected number of saves, 0 if unknown
 * @param cursor the encoded cursor
 */
public record CheckpointRecord(long run, long saves, long total, byte[] cursor) {

    /** The private field of a task's hash with its cursor. */
    public static final String FIELD = PrivateFields.PREFIX + "checkpoint";

    private static final int NUMBERS = 3;

    /**
     * The current run of a task, to which its cursors belong.
     *
     * @param message the task
     * @return the value of {@code run} for the current run
     */
    public static long runOf(TaskMessage message) {
        Instant completed = message.completedAt();
        return completed == null ? 0 : completed.getEpochSecond();
    }

    /** @return the field's value */
    public byte[] encode() {
        byte[] numbers = (run + " " + saves + " " + total + " ").getBytes(StandardCharsets.US_ASCII);
        byte[] value = Arrays.copyOf(numbers, numbers.length + cursor.length);
        System.arraycopy(cursor, 0, value, numbers.length, cursor.length);
        return value;
    }

    /**
     * Decodes a field.
     *
     * @param value the field's value, may be {@code null}
     * @return the record, {@code null} if the value is absent or invalid
     */
    public static CheckpointRecord decode(byte[] value) {
        long[] numbers = new long[NUMBERS];
        int start = 0;
        for (int i = 0; i < NUMBERS; i++) {
            int end = value == null ? -1 : blank(value, start);
            if (end < 0) {
                return null;
            }
            try {
                numbers[i] = Long.parseLong(new String(value, start, end - start, StandardCharsets.US_ASCII));
            } catch (NumberFormatException e) {
                return null;
            }
            start = end + 1;
        }
        return new CheckpointRecord(numbers[0], numbers[1], numbers[2],
                Arrays.copyOfRange(value, start, value.length));
    }

    private static int blank(byte[] value, int from) {
        for (int i = from; i < value.length; i++) {
            if (value[i] == ' ') {
                return i;
            }
        }
        return -1;
    }
}
