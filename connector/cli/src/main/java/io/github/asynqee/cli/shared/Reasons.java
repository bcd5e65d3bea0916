package io.github.asynqee.cli.shared;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import io.github.asynqee.inspect.Waiting;
import org.jspecify.annotations.Nullable;

/** Reasons why tasks wait, as text and as rows. */
public final class Reasons {

    private Reasons() {}

    /** A table without rows, for JSON and CSV. */
    public static Table table() {
        return new Table("Queue", "ID", "Reason", "Message", "Advice", "Since", "Until", "Limit", "Error");
    }

    /** Adds the rows of a queue or, if it has an ID, a task. */
    public static void add(Table table, String queue, @Nullable String id, List<Waiting> reasons) {
        reasons.forEach(waiting -> table.row(queue, id, waiting.reason().code(), waiting.message(), waiting.advice(),
                waiting.since(), waiting.until(), waiting.limit(), waiting.error()));
    }

    /** The lines that a person reads. */
    public static List<String> lines(List<Waiting> reasons, Function<Instant, String> date) {
        List<String> lines = new ArrayList<>();
        for (Waiting waiting : reasons) {
            lines.add(sentence(waiting));
            add(lines, "Limit", waiting.limit());
            add(lines, "Error", waiting.error());
            add(lines, "Since", waiting.since() == null ? null : date.apply(waiting.since()));
            add(lines, "Until", waiting.until() == null ? null : date.apply(waiting.until()));
            add(lines, "Next step", waiting.advice().isEmpty() ? null : waiting.advice());
        }
        return lines.stream().map(Texts::printable).toList();
    }

    /** The message with a capital letter and a full stop. */
    public static String sentence(Waiting waiting) {
        return waiting.message().substring(0, 1).toUpperCase(Locale.ROOT) + waiting.message().substring(1) + ".";
    }

    private static void add(List<String> lines, String name, @Nullable Object value) {
        if (value != null) {
            lines.add("  " + name + ": " + value);
        }
    }
}
