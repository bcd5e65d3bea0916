package io.github.asynqee.internal.cron;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

import io.github.asynqee.ProcessTime;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.text.GoDuration;

/** A task's options in asynq's notation for scheduler entries (protocol section 8.4). */
public final class OptionStrings {

    private static final DateTimeFormatter TIME = DateTimeFormatter
            .ofPattern("EEE MMM ppd HH:mm:ss 'UTC' yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private OptionStrings() {}

    public static List<String> of(TaskOptions options) {
        List<String> texts = new ArrayList<>();
        add(texts, "Queue", options.queue() == null ? null : quoted(options.queue()));
        add(texts, "MaxRetry", options.maxRetry());
        add(texts, "Timeout", options.timeout() == null ? null : GoDuration.format(options.timeout()));
        add(texts, "Deadline", options.deadline() == null ? null : time(options.deadline()));
        add(texts, "Unique", options.uniqueFor() == null ? null : GoDuration.format(options.uniqueFor()));
        // unknown to asynq; its tools ignore unknown options
        add(texts, "UniqueKey", options.uniqueness().key() == null ? null : quoted(options.uniqueness().key()));
        if (options.processAt() instanceof ProcessTime.At at) {
            add(texts, "ProcessAt", time(at.instant()));
        } else if (options.processAt() instanceof ProcessTime.In in) {
            add(texts, "ProcessIn", GoDuration.format(in.delay()));
        }
        add(texts, "Retention", options.retention() == null ? null : GoDuration.format(options.retention()));
        add(texts, "TaskID", options.id() == null ? null : quoted(options.id()));
        add(texts, "Group", options.group() == null ? null : quoted(options.group()));
        new TreeMap<>(options.headers())
                .forEach((name, value) -> add(texts, "Header", "[" + json(name) + "," + json(value) + "]"));
        return texts;
    }

    private static void add(List<String> texts, String name, Object argument) {
        if (argument != null) {
            texts.add(name + "(" + argument + ")");
        }
    }

    private static String time(Instant instant) {
        return TIME.format(instant);
    }

    /** A Go string literal: characters that are not printable are escaped. */
    private static String quoted(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\u0007' -> literal.append("\\a");
                case '\b' -> literal.append("\\b");
                case '\f' -> literal.append("\\f");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                case '\u000b' -> literal.append("\\v");
                default -> {
                    if (isPrintable(c)) {
                        literal.appendCodePoint(c);
                    } else {
                        literal.append(String.format(Locale.ROOT,
                                c < 0x80 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
                    }
                }
            }
        });
        return literal.append('"').toString();
    }

    /** Like Go's {@code unicode.IsPrint}: letters, marks, numbers, punctuation, symbols and the ASCII space. */
    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }

    private static String json(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                literal.append('\\').append((char) c);
            } else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029) {
                literal.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                literal.appendCodePoint(c);
            }
        });
        return literal.append('"').toString();
    }
}
