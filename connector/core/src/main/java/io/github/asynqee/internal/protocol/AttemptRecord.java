package io.github.asynqee.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.TaskAttempt;

/**
 * A record of an attempt in the {@linkplain #FIELD private field of the last attempts}: one line with number, start and
 * end in Unix milliseconds, outcome, server, trace ID and error, separated by tabs; unknown values are empty.
 *
 * @param line the line; empty if nothing is recorded
 * @param historySize maximum number of lines of the field
 */
public record AttemptRecord(byte[] line, int historySize) {

    /** The private field of a task's hash with its last attempts. */
    public static final String FIELD = PrivateFields.PREFIX + "attempts";

    /** Nothing is recorded. */
    public static final AttemptRecord NONE = new AttemptRecord(new byte[0], 0);

    private static final int FIELDS = 7;
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-.*");

    /**
     * Encodes an attempt.
     *
     * @param attempt the attempt
     * @param historySize how many attempts the task keeps
     * @return its record
     */
    public static AttemptRecord of(TaskAttempt attempt, int historySize) {
        String line = String.join("\t", Integer.toString(attempt.number()), millis(attempt.startedAt()),
                millis(attempt.endedAt()), attempt.outcome().name(), text(attempt.server()), text(attempt.traceId()),
                text(attempt.error())) + "\n";
        return new AttemptRecord(line.getBytes(StandardCharsets.UTF_8), historySize);
    }

    /**
     * The trace of a task.
     *
     * @param message the task
     * @return the trace ID in its header {@code traceparent}; {@code null} if there is none
     */
    public static String traceId(TaskMessage message) {
        var header = TRACE_PARENT.matcher(message.headers().getOrDefault("traceparent", ""));
        return header.matches() ? header.group(1) : null;
    }

    /**
     * Decodes the attempts of a task.
     *
     * @param value the field's value, may be {@code null}
     * @return the attempts in the order in which they ended; unreadable lines are skipped
     */
    public static List<TaskAttempt> decode(byte[] value) {
        List<TaskAttempt> attempts = new ArrayList<>();
        if (value != null) {
            for (String line : new String(value, StandardCharsets.UTF_8).split("\n")) {
                String[] fields = line.split("\t", -1);
                if (fields.length >= FIELDS) {
                    add(attempts, fields);
                }
            }
        }
        return attempts;
    }

    private static void add(List<TaskAttempt> attempts, String[] fields) {
        try {
            attempts.add(new TaskAttempt(Integer.parseInt(fields[0]), 1, time(fields[1]), time(fields[2]),
                    TaskAttempt.Outcome.valueOf(fields[3]), known(fields[4]), known(fields[6]), known(fields[5])));
        } catch (IllegalArgumentException | DateTimeException e) {
            // written by another version
        }
    }

    private static String millis(Instant time) {
        return time == null ? "" : Long.toString(time.toEpochMilli());
    }

    private static Instant time(String millis) {
        return millis.isEmpty() ? null : Instant.ofEpochMilli(Long.parseLong(millis));
    }

    /** The start of a text on one line: backslash, tab and line ends are escaped. */
    private static String text(String text) {
        if (text == null) {
            return "";
        }
        int end = Math.min(text.length(), TaskAttempt.MAX_ERROR);
        boolean split = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, split ? end - 1 : end).replace("\\", "\\\\").replace("\t", "\\t")
                .replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String known(String escaped) {
        if (escaped.isEmpty()) {
            return null;
        }
        StringBuilder text = new StringBuilder(escaped.length());
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '\\' && i + 1 < escaped.length()) {
                char next = escaped.charAt(++i);
                c = next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
            }
            text.append(c);
        }
        return text.toString();
    }
}
