package io.github.asynqee.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * The state of an outbox, as an application reports it (private): texts, separated by NUL.
 *
 * @param host the host name of the application's server
 * @param pid the process ID of that server
 * @param application the application
 * @param dataSource the JNDI name of its database
 * @param rows the rows that wait to be stored
 * @param oldest when the oldest waiting row was written; {@code null} if no row waits
 * @param setAside the rows that have been set aside
 * @param error the error of one of the rows that were set aside last; empty if there is none
 * @param problem why rows are not stored; empty if there is no problem
 */
public record OutboxState(String host, int pid, String application, String dataSource, long rows, Instant oldest,
        long setAside, String error, String problem) {

    private static final int FIELDS = 9;
    private static final String SEPARATOR = "\0";
    private static final int MAX_TEXT = 500;

    /** @return the state as bytes; long texts are cut */
    public byte[] toBytes() {
        return String.join(SEPARATOR, text(host), Integer.toString(pid), text(application), text(dataSource),
                Long.toString(rows), oldest == null ? "" : Long.toString(oldest.toEpochMilli()),
                Long.toString(setAside), text(error), text(problem)).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String text) {
        String plain = text.replace(SEPARATOR, "");
        return plain.length() <= MAX_TEXT ? plain : plain.substring(0, MAX_TEXT);
    }

    /**
     * Decodes a state.
     *
     * @param bytes the bytes
     * @return the state
     * @throws UndecodableMessageException if the bytes cannot be decoded
     */
    public static OutboxState parse(byte[] bytes) throws UndecodableMessageException {
        String[] fields = new String(bytes, StandardCharsets.UTF_8).split(SEPARATOR, -1);
        if (fields.length < FIELDS) {
            throw new UndecodableMessageException("not the state of an outbox: " + fields.length + " fields", null);
        }
        try {
            return new OutboxState(fields[0], Integer.parseInt(fields[1]), fields[2], fields[3],
                    Long.parseLong(fields[4]),
                    fields[5].isEmpty() ? null : Instant.ofEpochMilli(Long.parseLong(fields[5])),
                    Long.parseLong(fields[6]), fields[7], fields[8]);
        } catch (NumberFormatException e) {
            throw new UndecodableMessageException("not the state of an outbox: " + Arrays.toString(fields), e);
        }
    }
}
