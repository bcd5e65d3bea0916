package io.github.asynqee.console.query;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;

/** Names in some tasks of a queue. */
final class TaskSample {

    private static final int TASKS = 20;
    /** All states except aggregating, because there can be a million groups. */
    private static final List<TaskState> STATES = List.of(TaskState.PENDING, TaskState.ACTIVE, TaskState.SCHEDULED,
            TaskState.RETRY, TaskState.ARCHIVED, TaskState.COMPLETED);
    private static final int MAX_NAMES = 300;
    private static final int MAX_LENGTH = 120;
    private static final int MAX_DEPTH = 5;
    private static final int ELEMENTS = 3;

    private final Map<NameKind, Map<String, Long>> names = new EnumMap<>(NameKind.class);
    private final MaskedView view;

    private TaskSample(MaskedView view) {
        this.view = view;
        List.of(NameKind.values()).forEach(kind -> names.put(kind, new HashMap<>()));
    }

    /** Reads a sample, until a time of {@link System#nanoTime}. */
    static TaskSample of(Inspector inspector, String queue, MaskedView view, long end) {
        TaskSample sample = new TaskSample(view);
        try {
            for (TaskState state : STATES) {
                if (System.nanoTime() - end <= 0) {
                    inspector.tasks().list(queue, state, 1, TASKS).forEach(sample::add);
                }
            }
        } catch (QueueNotFoundException e) {
            // no task has been in this queue yet
        }
        return sample;
    }

    /** Each name with the number of tasks that have it. */
    Map<String, Long> names(NameKind kind) {
        return names.get(kind);
    }

    private void add(InspectedTask task) {
        count(NameKind.TYPE, Set.of(task.info().type()));
        Set<String> headers = new HashSet<>();
        view.headers().apply(task.info().headers()).forEach((name, value) -> {
            if (!value.equals(view.hidden())) {
                headers.add(name);
            }
        });
        count(NameKind.HEADER, headers);
        String text = task.info().payload() == null ? null : view.payloadText().apply(task.info().payload());
        JsonValue payload = text == null ? null : Json.parse(text);
        Set<String> paths = new HashSet<>();
        if (payload != null) {
            collect(payload, List.of(), paths);
        }
        count(NameKind.PAYLOAD, paths);
    }

    private void count(NameKind kind, Set<String> found) {
        Map<String, Long> counts = names.get(kind);
        for (String name : found) {
            if (!name.isEmpty() && name.length() <= MAX_LENGTH
                    && (counts.containsKey(name) || counts.size() < MAX_NAMES)) {
                counts.merge(name, 1L, Long::sum);
            }
        }
    }

    /** The paths of all members that are texts, numbers, flags or null. */
    private void collect(JsonValue value, List<String> path, Set<String> paths) {
        if (value instanceof JsonArray elements) {
            elements.stream().limit(ELEMENTS).forEach(element -> collect(element, path, paths));
        } else if (value instanceof JsonObject object) {
            if (path.size() < MAX_DEPTH && paths.size() < MAX_NAMES) {
                object.forEach((name, member) -> {
                    List<String> deeper = new ArrayList<>(path);
                    deeper.add(name);
                    collect(member, deeper, paths);
                });
            }
        } else if (!path.isEmpty() && !path.contains("")
                && !(value instanceof JsonString text && text.getString().equals(view.hidden()))) {
            paths.add(Printer.path(path).substring(1));
        }
    }
}
