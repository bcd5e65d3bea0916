package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.text.GoDuration;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.worker.FailureLogging;

/**
 * Logs each failed attempt in one line, with the outcome that follows: at level WARNING if the task is archived,
 * otherwise INFO.
 */
public final class FailedAttemptLog {

    /** A documented name, independent of classes, for the configuration of a server's log. */
    private static final Logger LOG = System.getLogger("io.github.asynqee.failures");

    private static final String ARCHIVED = "archived";
    /** Maximum number of archived tasks of a group that a line names. */
    private static final int MAX_IDS = 10;

    /** An error may have a text of any length, for example a payload. */
    private static final int MAX_TEXT = 2_000;
    private static final int MAX_CAUSES = 50;
    private static final Pattern OF_JAVA = Pattern.compile("(java|javax|jdk|sun|com\\.sun|jakarta)\\.");

    private FailedAttemptLog() {}

    /**
     * Logs a failed attempt of a task.
     *
     * @param task the task of this attempt
     * @param error the error
     * @param outcome the outcome
     * @param logging how the attempt is logged
     */
    public static void log(TaskMessage task, Throwable error, Outcome outcome, FailureLogging logging) {
        log(logging, outcome instanceof Outcome.Archive, () -> PrintableText.of(line(task, error, outcome)), error);
    }

    /**
     * Logs a failed attempt of a group.
     *
     * @param group the group's name
     * @param queue its queue
     * @param error the error
     * @param outcomes the outcome of each of its tasks
     * @param logging how the attempt is logged
     */
    public static void log(String group, String queue, Throwable error, List<MemberSettlement> outcomes,
            FailureLogging logging) {
        boolean archived = outcomes.stream().anyMatch(member -> member.outcome() instanceof Outcome.Archive);
        log(logging, archived, () -> PrintableText.of(line(group, queue, error, outcomes)), error);
    }

    private static void log(FailureLogging logging, boolean archived, Supplier<String> line, Throwable error) {
        Level level = archived ? Level.WARNING : Level.INFO;
        try {
            if (logging == FailureLogging.STACK) {
                LOG.log(level, line, error);
            } else if (logging == FailureLogging.SUMMARY) {
                LOG.log(level, line);
                LOG.log(Level.DEBUG, "stack trace of the failed attempt", error);
            }
        } catch (RuntimeException | StackOverflowError e) {
            // an exception of the application can fail when it is formatted
            LOG.log(Level.WARNING, "a failed attempt cannot be logged: " + e.getClass().getName());
        }
    }

    static String line(TaskMessage task, Throwable error, Outcome outcome) {
        return "task " + task.id() + " of type \"" + task.type() + "\" in queue " + task.queue() + ": attempt "
                + (task.retried() + 1) + " of " + (task.maxRetry() + 1) + " failed, " + next(outcome) + ": "
                + textOf(error);
    }

    static String line(String group, String queue, Throwable error, List<MemberSettlement> outcomes) {
        Map<String, List<String>> ids = outcomes.stream().collect(Collectors.groupingBy(
                member -> verb(member.outcome()), TreeMap::new,
                Collectors.mapping(member -> member.message().id(), Collectors.toList())));
        String next = ids.entrySet().stream().map(entry -> entry.getValue().size() + " " + entry.getKey()
                + (entry.getKey().equals(ARCHIVED) ? " (" + some(entry.getValue()) + ")" : ""))
                .collect(Collectors.joining(", "));
        return "group \"" + group + "\" in queue " + queue + ": attempt with " + outcomes.size()
                + " tasks failed, " + next + ": " + textOf(error);
    }

    private static String some(List<String> ids) {
        return ids.stream().limit(MAX_IDS).collect(Collectors.joining(", ")) + (ids.size() > MAX_IDS ? ", …" : "");
    }

    private static String next(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return (retry.failure() ? "" : "not counted, ") + verb(retry) + " at "
                    + retry.at().truncatedTo(ChronoUnit.SECONDS);
        } else if (outcome instanceof Outcome.Requeue requeue) {
            return "not counted, " + verb(requeue) + " when its paused key resumes, after "
                    + GoDuration.format(requeue.closed());
        }
        return verb(outcome);
    }

    private static String verb(Outcome outcome) {
        return outcome instanceof Outcome.Archive ? ARCHIVED
                : outcome instanceof Outcome.Revoke ? "revoked" : "retried";
    }

    /**
     * Returns class, message and location of the error and of its causes. Even these methods of an exception may throw.
     */
    private static String textOf(Throwable error) {
        try {
            Throwable cause = rootOf(error);
            String text = error.toString();
            if (cause != error && !text.contains(cause.toString())) {
                text += ", caused by " + cause;
            }
            String place = Stream.of(cause.getStackTrace()).filter(frame -> !OF_JAVA.matcher(frame.getClassName())
                    .lookingAt()).findFirst()
                    .map(frame -> " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                    .orElse("");
            text = text.replaceAll("\\R", " ");
            return (text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text) + place;
        } catch (RuntimeException | StackOverflowError e) {
            return error.getClass().getName();
        }
    }

    /** The last cause; causes may form a circle. */
    private static Throwable rootOf(Throwable error) {
        Throwable root = error;
        for (int i = 0; i < MAX_CAUSES && root.getCause() != null; i++) {
            root = root.getCause();
        }
        return root;
    }
}
