package io.github.asynqee.cli.dash;

import java.time.Duration;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.cli.dash.Theme.Role;
import io.github.asynqee.inspect.InspectedTask;

/** A task with all that is known of it. */
final class TaskDetails {

    private TaskDetails() {}

    static void add(InspectedTask task, Details details) {
        TaskInfo info = task.info();
        Theme theme = details.frame().theme();
        details.add("ID", info.id());
        details.add("Queue", info.queue());
        details.add("Type", info.type());
        details.add("State", info.state().wireName() + (task.orphaned() ? " (orphaned: its server died)" : ""),
                task.orphaned() ? theme.style(Role.BAD) : theme.style(info.state()));
        details.add("Retried", info.retried() + " of " + info.maxRetry()
                + (task.recoveries() > 0 ? ", recovered " + task.recoveries() + " times" : ""));
        optional(details, "Group", info.group());
        optional(details, "Runs next", details.time(info.nextProcessAt()));
        optional(details, "Completed", details.time(info.completedAt()));
        optional(details, "Timeout", duration(info.timeout()));
        optional(details, "Deadline", details.time(info.deadline()));
        optional(details, "Retention", duration(info.retention()));
        if (task.progress() != null) {
            details.add("Progress", task.progress().percent() + "% " + task.progress().note());
        }
        info.headers().forEach((name, value) -> details.add("Header", name + ": " + value));
        details.blank();
        details.add("Payload", Details.json(Formats.payload(info.payload())));
        if (task.result() != null) {
            details.blank();
            details.add("Result", Details.json(Formats.payload(task.result())));
        }
        if (!info.lastError().isEmpty()) {
            details.blank();
            details.add("Last failed", details.time(info.lastFailedAt()));
            details.add("Last error", info.lastError(), theme.style(Role.BAD));
        }
    }

    private static void optional(Details details, String label, String value) {
        if (!value.isEmpty()) {
            details.add(label, value);
        }
    }

    private static String duration(Duration duration) {
        return duration == null || duration.isZero() ? "" : Formats.duration(duration);
    }
}
