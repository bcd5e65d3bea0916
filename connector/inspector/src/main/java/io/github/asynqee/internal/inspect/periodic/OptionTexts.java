package io.github.asynqee.internal.inspect.periodic;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.internal.cron.OptionStrings;
import io.github.asynqee.internal.text.GoDuration;

/** Reads option texts of scheduler entries (protocol section 8.4); the inverse of {@link OptionStrings}. */
public final class OptionTexts {

    /** Go's layout UnixDate. The zone must be UTC, GMT or an offset, because other abbreviations are ambiguous. */
    private static final Pattern TIME = Pattern.compile("(\\w{3} \\w{3} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d) "
            + "(?:UTC|GMT|([+-]\\d\\d(?:\\d\\d)?)) (-?\\d{4,})");
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu",
            Locale.ENGLISH);

    private OptionTexts() {}

    /**
     * Reads all options of an entry. If an option is repeated, the last value counts.
     *
     * @param texts the texts
     * @return the options
     * @throws IllegalArgumentException if an option is unknown or cannot be read; the message quotes the option
     */
    public static TaskOptions parse(List<String> texts) {
        TaskOptions.Builder options = TaskOptions.builder();
        for (String text : texts) {
            try {
                add(options, name(text), argument(text));
                // validates the added value
                options.build();
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new IllegalArgumentException("the option " + text + " cannot be read: " + e.getMessage(), e);
            }
        }
        return options.build();
    }

    /**
     * Returns the queue named in the options of an entry.
     *
     * @param texts the texts
     * @return the queue; {@code default} if the options do not name a queue, empty if its name cannot be read
     */
    public static String queue(List<String> texts) {
        try {
            String queue = parse(texts.stream().filter(text -> text.startsWith("Queue(")).toList()).queue();
            return queue == null ? TaskOptions.DEFAULT_QUEUE : queue;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static String name(String text) {
        int open = text.indexOf('(');
        if (open < 1 || !text.endsWith(")")) {
            throw new IllegalArgumentException("the form is Name(argument)");
        }
        return text.substring(0, open);
    }

    private static String argument(String text) {
        return text.substring(text.indexOf('(') + 1, text.length() - 1);
    }

    private static void add(TaskOptions.Builder options, String name, String argument) {
        switch (name) {
            case "Queue" -> options.queue(GoText.unquote(argument));
            case "MaxRetry" -> options.maxRetry(Integer.parseInt(argument));
            case "Timeout" -> options.timeout(GoDuration.parse(argument));
            case "Deadline" -> options.deadline(time(argument));
            case "Unique" -> options.uniqueFor(GoDuration.parse(argument));
            case "UniqueKey" -> options.uniqueness(new Uniqueness(GoText.unquote(argument), null, null));
            case "ProcessAt" -> options.processAt(time(argument));
            case "ProcessIn" -> options.processIn(GoDuration.parse(argument));
            case "Retention" -> options.retention(GoDuration.parse(argument));
            case "TaskID" -> options.id(GoText.unquote(argument));
            case "Group" -> options.group(GoText.unquote(argument));
            case "Header" -> header(options, GoText.array(argument));
            default -> throw new IllegalArgumentException("there is no such option");
        }
    }

    private static void header(TaskOptions.Builder options, List<String> pair) {
        if (pair.size() != 2) {
            throw new IllegalArgumentException("a header has a name and a value");
        }
        options.header(pair.get(0), pair.get(1));
    }

    private static Instant time(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("the form is Sat Nov  4 08:05:09 UTC 2023, in UTC");
        }
        ZoneOffset offset = parts.group(2) == null ? ZoneOffset.UTC : ZoneOffset.of(parts.group(2));
        return LocalDateTime.parse(parts.group(1) + " " + parts.group(3), LOCAL).toInstant(offset);
    }
}
