package io.github.asynqee.internal.inspect.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.worker.HandlerNotFoundException;
import io.github.asynqee.worker.LeaseExpiredException;

/**
 * Finds problems of a queue's servers in errors of its tasks: unhandled types and versions, unreadable payloads,
 * tasks that kill their server. Examines samples: the tasks to be retried next, and the most recently archived tasks.
 */
final class ErrorFindings {

    private static final int SAMPLE = 50;
    /** Ignores older errors, which a new version of the application may have fixed. */
    private static final Duration RECENT = Duration.ofHours(1);
    private static final int MAX_SHOWN = 40;

    private final Inspector inspector;
    private final FindingCollector found;

    ErrorFindings(Inspector inspector, FindingCollector found) {
        this.inspector = inspector;
        this.found = found;
    }

    /** The cause of a finding; tasks with an equal cause share one finding. */
    private record Cause(Severity severity, String code, String common) {}

    /** The number of tasks with a cause, and the texts from the first task. */
    private record Found(int tasks, String message, String advice) {

        Found and(Found other) {
            return new Found(tasks + other.tasks, message, advice);
        }
    }

    void of(QueueInfo queue) {
        List<TaskInfo> tasks = new ArrayList<>();
        read(queue, TaskState.RETRY, 1, queue.retry(), tasks);
        read(queue, TaskState.ARCHIVED, (queue.archived() + SAMPLE - 1) / SAMPLE, queue.archived(), tasks);
        Map<Cause, Found> causes = new LinkedHashMap<>();
        tasks.forEach(task -> examine(task, causes));
        causes.forEach((cause, of) -> found.add(cause.severity(), cause.code(), queue.queue(),
                of.message() + ", in a sample: " + of.tasks(), of.advice()));
    }

    private void read(QueueInfo queue, TaskState state, int page, int size, List<TaskInfo> tasks) {
        List<InspectedTask> listed = size == 0 ? List.of() : inspector.tasks().list(queue.queue(), state, page, SAMPLE);
        Instant recent = queue.timestamp().minus(RECENT);
        listed.stream().map(InspectedTask::info)
                .filter(task -> task.lastFailedAt() != null && task.lastFailedAt().isAfter(recent)).forEach(tasks::add);
    }

    private static void examine(TaskInfo task, Map<Cause, Found> causes) {
        String error = task.lastError();
        String type = "tasks of type \"" + task.type() + "\"";
        String version = task.headers().getOrDefault(Task.VERSION_HEADER, "1");
        if (error.equals(new HandlerNotFoundException(task.type()).getMessage())) {
            unhandled(type, causes);
        } else if (error.equals(HandlerNotFoundException.ofVersion(task.type(), version).getMessage())) {
            unhandled(HandlerNotFoundException.shown(version) + " of " + type, causes);
        } else if (error.startsWith(LeaseExpiredException.ARCHIVED_AFTER)) {
            add(causes, new Cause(Severity.WARNING, "worker-died", type),
                    "servers died each time they ran " + type + ", which were archived",
                    "look for an OutOfMemoryError or a kill in the logs of the servers before you run them again");
        } else {
            payload(task, causes);
        }
    }

    private static void add(Map<Cause, Found> causes, Cause cause, String message, String advice) {
        causes.merge(cause, new Found(1, message, advice), Found::and);
    }

    private static void unhandled(String what, Map<Cause, Found> causes) {
        add(causes, new Cause(Severity.WARNING, "unhandled-type", what),
                "no handler was found for " + what,
                "deploy a channel or handler for the type and its version, or delete its tasks");
    }

    /**
     * Finds payload errors. Their text begins with the task itself, so errors of other tasks or of handlers do not
     * match. The text is not part of the finding, because not all users who may see findings may see errors.
     */
    private static void payload(TaskInfo task, Map<Cause, Found> causes) {
        String error = task.lastError();
        String named = PayloadCodec.named(task.id(), task.type(), task.queue());
        if (error.startsWith(named + PayloadCodec.WAITS)) {
            String coded = mark(task, "codec ", PayloadCodec.CODEC_HEADER)
                    + mark(task, " and key ", PayloadCodec.KEY_HEADER);
            add(causes, new Cause(Severity.WARNING, "payload-unread", coded),
                    "payloads of " + coded + " cannot be read, for example the payload of task \"" + task.id() + "\"",
                    "give all servers of the queue the key, the store or the module that the error names: the "
                            + "tasks wait");
        } else if (error.startsWith(named + ": ") && error.endsWith(PayloadCodec.LOST)) {
            add(causes, new Cause(Severity.ERROR, "payload-lost", ""),
                    "the store does not have payloads, for example the payload of task \"" + task.id() + "\"",
                    "put them back under the references that the errors name, and run the tasks, or delete them; "
                            + "keep payloads longer than any task");
        }
    }

    private static String mark(TaskInfo task, String name, String header) {
        String value = task.headers().get(header);
        return value == null ? ""
                : name + "\"" + (value.length() > MAX_SHOWN ? value.substring(0, MAX_SHOWN) + "…" : value) + "\"";
    }
}
