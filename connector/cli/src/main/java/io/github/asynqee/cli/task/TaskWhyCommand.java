package io.github.asynqee.cli.task;

import java.util.List;

import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Reasons;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.Waiting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asynq task why}. */
@Command(name = "why", description = "Tells why a task does not run now, and the next step.", footer = { "", "Example:",
        "  asynq task why --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
final class TaskWhyCommand extends InspectorCommand {

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The task's queue")
    private String queue;

    @Option(names = { "-i", "--id" }, required = true, paramLabel = "ID", description = "The task's ID")
    private String id;

    @Override
    protected boolean run(Inspector inspector) {
        List<Waiting> reasons = inspector.tasks().why(queue, id);
        if (isTable()) {
            Reasons.lines(reasons, this::date).forEach(out()::println);
        } else {
            Table table = Reasons.table();
            Reasons.add(table, queue, id, reasons);
            print(table);
        }
        return true;
    }
}
