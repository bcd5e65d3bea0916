package io.github.asynqee.cli.task;

import java.util.Locale;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
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

    @Override
    protected boolean run(Inspector inspector) {
        InspectedTask task = inspector.task(queue, id);
        TaskInfo info = task.info();
        if (!isTable()) {
            print(new Table("Queue", "ID", "Type", "State", "Payload", "Headers", "Retried", "Max Retry",
                    "NextProcessAt",
                    "LastFailedAt", "LastError", "CompletedAt", "Group", "Result").row(info.queue(), info.id(),
                            info.type(), state(info), Texts.bytes(info.payload()), info.headers(), info.retried(),
                            info.maxRetry(), info.nextProcessAt(), info.lastFailedAt(), info.lastError(),
                            info.completedAt(), info.group(),
                            task.result() == null ? null : Texts.bytes(task.result())));
            return true;
        }
        out().println("Task Info");
        out().println("Queue:   " + info.queue());
        out().println("ID:      " + info.id());
        out().println("Type:    " + info.type());
        out().println("State:   " + state(info));
        out().println("Retried: " + info.retried() + "/" + info.maxRetry());
        out().println("\nNext process time: " + next(info));
        if (!info.lastError().isEmpty()) {
            out().println("\nLast Failure");
            out().println("Failed at:     " + date(info.lastFailedAt()));
            out().println("Error message: " + info.lastError());
        }
        return true;
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
