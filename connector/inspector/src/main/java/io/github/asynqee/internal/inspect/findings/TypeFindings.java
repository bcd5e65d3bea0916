package io.github.asynqee.internal.inspect.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.worker.HandlerNotFoundException;

/**
 * Types, and versions of types, that the servers of a queue do not handle. Servers of Go fail such tasks, those of this project postpone the one that
 * has been at the head of its queue for some time; both write the same error. Samples are searched for it: the tasks that are
 * retried next, and those that were archived last.
 */
final class TypeFindings {

    private static final int SAMPLE = 50;
    /** An older error may be from before a new version with a handler. */
    private static final Duration RECENT = Duration.ofHours(1);

    private final Inspector inspector;
    private final FoundList found;

    TypeFindings(Inspector inspector, FoundList found) {
        this.inspector = inspector;
        this.found = found;
    }

    void of(QueueInfo queue) {
        Map<String, Integer> types = new TreeMap<>();
        count(queue, TaskState.RETRY, 1, queue.retry(), types);
        count(queue, TaskState.ARCHIVED, (queue.archived() + SAMPLE - 1) / SAMPLE, queue.archived(), types);
        types.forEach((type, tasks) -> found.add(Severity.WARNING, "unhandled-type", queue.queue(),
                "no handler was found for " + type + ", in a sample: " + tasks,
                "deploy a channel or handler for the type and its version, or delete its tasks"));
    }

    private void count(QueueInfo queue, TaskState state, int page, int size, Map<String, Integer> types) {
        List<InspectedTask> tasks = size == 0 ? List.of() : inspector.tasks().list(queue.queue(), state, page, SAMPLE);
        Instant recent = queue.timestamp().minus(RECENT);
        for (InspectedTask task : tasks) {
            TaskInfo info = task.info();
            if (info.lastFailedAt() != null && info.lastFailedAt().isAfter(recent)) {
                unhandled(info).ifPresent(what -> types.merge(what, 1, Integer::sum));
            }
        }
    }

    /** What a task was not handled for: its type, or the version of it. */
    private static Optional<String> unhandled(TaskInfo task) {
        String type = "tasks of type \"" + task.type() + "\"";
        if (task.lastError().equals(new HandlerNotFoundException(task.type()).getMessage())) {
            return Optional.of(type);
        }
        String version = task.headers().getOrDefault(Task.VERSION_HEADER, "1");
        return task.lastError().equals(HandlerNotFoundException.ofVersion(task.type(), version).getMessage())
                ? Optional.of(HandlerNotFoundException.shown(version) + " of " + type) : Optional.empty();
    }
}
