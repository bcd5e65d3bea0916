package io.github.asynqee.testkit.assertion;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.InspectedTask;
import org.jspecify.annotations.Nullable;

/** Formats tasks for failure messages. */
final class TaskTexts {

    private static final int MAX_TASKS = 20;
    private static final int MAX_PAYLOAD = 200;

    private TaskTexts() {}

    static String count(int tasks) {
        return tasks == 0 ? "no task" : tasks == 1 ? "1 task" : tasks + " tasks";
    }

    /** Lists the first tasks of a queue, one per line. */
    static String content(List<InspectedTask> tasks) {
        StringBuilder text = new StringBuilder("but it has ").append(count(tasks.size()));
        tasks.stream().limit(MAX_TASKS).forEach(task -> text.append("\n    ").append(line(task.info())));
        if (tasks.size() > MAX_TASKS) {
            text.append("\n    and ").append(tasks.size() - MAX_TASKS).append(" more");
        }
        return text.toString();
    }

    private static String line(TaskInfo task) {
        StringBuilder line = new StringBuilder(task.state().wireName()).append(' ').append(task.type()).append(" \"")
                .append(task.id()).append("\" ").append(payload(task.payload()));
        if (!task.headers().isEmpty()) {
            line.append(" headers ").append(new TreeMap<>(task.headers()));
        }
        if (task.nextProcessAt() != null) {
            line.append(" at ").append(task.nextProcessAt());
        }
        if (!task.lastError().isEmpty()) {
            line.append(" error \"").append(shortened(task.lastError())).append('"');
        }
        return line.toString();
    }

    private static String payload(byte @Nullable [] payload) {
        return payload == null || payload.length == 0 ? "without payload"
                : shortened(new String(payload, StandardCharsets.UTF_8));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_PAYLOAD ? text : text.substring(0, MAX_PAYLOAD) + "…";
    }
}
