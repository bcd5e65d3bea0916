package io.github.asynqee.cli.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.github.asynqee.Progress;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.Tasks.UniqueLock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asynq task inspect}. */
@Command(name = "inspect", description = "Shows one task.", footer = { "", "Example:",
        "  asynq task inspect --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
final class TaskInspectCommand extends InspectorCommand {

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The task's queue")
    private String queue;

    @Option(names = { "-i", "--id" }, required = true, paramLabel = "ID", description = "The task's ID")
    private String id;

    @Option(names = "--attempts", description = "Print only the recorded attempts")
    private boolean attemptsOnly;

    @Override
    protected boolean run(Inspector inspector) {
        List<TaskAttempt> attempts = inspector.tasks().attempts(queue, id);
        if (attemptsOnly) {
            print(table(attempts));
            return true;
        }
        InspectedTask task = inspector.tasks().get(queue, id);
        TaskInfo info = task.info();
        Optional<UniqueLock> lock = inspector.tasks().uniqueLock(queue, id);
        if (!isTable()) {
            print(new Table("Queue", "ID", "Type", "State", "Payload", "Headers", "Retried", "Max Retry",
                    "NextProcessAt",
                    "LastFailedAt", "LastError", "CompletedAt", "Group", "Result", "Progress", "WaitsFor", "Timeout",
                    "Deadline", "Retention", "UniqueLock")
                    .row(info.queue(),
                            info.id(),
                            info.type(), state(info), payload(info), info.headers(), info.retried(),
                            info.maxRetry(), info.nextProcessAt(), info.lastFailedAt(), info.lastError(),
                            info.completedAt(), info.group(),
                            task.result() == null ? null : Texts.bytes(task.result()),
                            task.progress() == null ? null : progress(task.progress()),
                            task.waitsFor() == null ? null : task.waitsFor().toString(), duration(info.timeout()),
                            info.deadline(), duration(info.retention()), lock.map(UniqueLock::key).orElse(null)));
            return true;
        }
        out().println("Task Info");
        out().println("Queue:   " + Texts.printable(info.queue()));
        out().println("ID:      " + Texts.printable(info.id()));
        out().println("Type:    " + Texts.printable(info.type()));
        out().println("State:   " + state(info));
        out().println("Retried: " + info.retried() + "/" + info.maxRetry());
        optional("Group:   ", info.group());
        optional("Timeout: ", duration(info.timeout()));
        optional("Deadline: ", info.deadline() == null ? null : date(info.deadline()));
        optional("Retention: ", duration(info.retention()));
        lock.ifPresent(held -> optional("Unique lock: ", held.key() + (held.held() ? "" : " (not held)")));
        if (task.recoveries() > 0) {
            out().println("Recoveries from dead servers: " + task.recoveries());
        }
        info.headers().forEach((name, value) -> out()
                .println("Header " + Texts.printable(name) + ": " + Texts.printable(value)));
        if (task.progress() != null) {
            out().println("Progress: " + Texts.printable(progress(task.progress())));
        }
        if (task.waitsFor() != null) {
            out().println("Waits for limit: " + Texts.printable(task.waitsFor().toString()));
        }
        out().println("\nPayload: " + payload(info));
        if (task.result() != null) {
            out().println("Result:  " + Texts.bytes(task.result()));
        }
        out().println("\nNext process time: " + next(info) + (task.waitsFor() == null ? "" : " at the latest"));
        if (!info.lastError().isEmpty()) {
            out().println("\nLast Failure");
            out().println("Failed at:     " + date(info.lastFailedAt()));
            out().println("Error message: " + Texts.printable(info.lastError()));
        }
        if (attempts.stream().anyMatch(attempt -> attempt.outcome() != TaskAttempt.Outcome.NOT_RECORDED)) {
            out().println("\nAttempts");
            print(table(attempts));
        }
        return true;
    }

    private static @Nullable String duration(Duration duration) {
        return duration.isZero() ? null : Texts.duration(duration);
    }

    private void optional(String label, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            out().println(label + Texts.printable(value));
        }
    }

    private Table table(List<TaskAttempt> attempts) {
        Table table = new Table("Attempt", "Outcome", "Started", "Ended", "Milliseconds", "Server", "Trace",
                "Error");
        attempts.forEach(attempt -> table.row(
                attempt.count() == 1 ? attempt.number()
                        : attempt.number() + "-" + (attempt.number() + attempt.count() - 1),
                attempt.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '), time(attempt.startedAt()),
                time(attempt.endedAt()), attempt.duration() == null ? null : attempt.duration().toMillis(),
                attempt.server(), attempt.traceId(), attempt.error()));
        return table;
    }

    /** Formats a time: in the terminal's time zone for tables, otherwise ISO 8601. */
    private @Nullable String time(@Nullable Instant time) {
        return time == null ? null : isTable() ? date(time) : time.toString();
    }

    private static String progress(Progress progress) {
        return progress.percent() + "%" + (progress.note().isEmpty() ? "" : " " + progress.note());
    }

    private static String state(TaskInfo info) {
        return info.state().name().toLowerCase(Locale.ROOT);
    }

    private String next(TaskInfo info) {
        if (info.nextProcessAt() == null) {
            return "n/a";
        }
        String in = Texts.in(info.nextProcessAt(), now());
        return in.equals("now") ? in : date(info.nextProcessAt()) + " (" + in + ")";
    }
}
