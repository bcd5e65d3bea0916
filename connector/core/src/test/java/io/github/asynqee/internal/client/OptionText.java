package io.github.asynqee.internal.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.TaskOptions;

/** Parses options as written in the recorded vectors, such as {@code Timeout(500ms)}. */
final class OptionText {

    private OptionText() {}

    static TaskOptions all(JsonNode texts, Instant now) {
        TaskOptions options = TaskOptions.NONE;
        for (JsonNode text : texts) {
            options = options.then(one(text.asText(), now));
        }
        return options;
    }

    static TaskOptions one(String text, Instant now) {
        int open = text.indexOf('(');
        String argument = text.substring(open + 1, text.length() - 1);
        String unquoted = argument.replace("\"", "");
        TaskOptions.Builder builder = TaskOptions.builder();
        return switch (text.substring(0, open)) {
            case "Timeout" -> builder.timeout(duration(argument)).build();
            case "Deadline" ->
                builder.deadline(Instant.ofEpochSecond(Long.parseLong(argument.replace("unix ", "")))).build();
            case "Retention" -> builder.retention(duration(argument)).build();
            case "MaxRetry" -> builder.maxRetry(Integer.parseInt(argument)).build();
            case "Queue" -> builder.queue(unquoted).build();
            case "Group" -> builder.group(unquoted).build();
            case "TaskID" -> builder.id(unquoted).build();
            case "Unique" -> builder.uniqueFor(duration(argument)).build();
            case "ProcessIn" -> builder.processIn(duration(argument)).build();
            case "ProcessAt" -> builder.processAt(now.plus(duration(argument.replace("now", "")))).build();
            default -> throw new AssertionError("unknown option " + text);
        };
    }

    private static Duration duration(String go) {
        return Duration.parse((go.startsWith("-") ? "-PT" : "PT") + (go.endsWith("ms")
                ? Integer.parseInt(go.replaceAll("[-ms]", "")) / 1000.0 + "S"
                : go.replace("-", "").toUpperCase(Locale.ROOT)));
    }
}
