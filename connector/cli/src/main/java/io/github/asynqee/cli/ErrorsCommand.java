package io.github.asynqee.cli;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.cli.shared.FilterOptions;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.ErrorGroup;
import io.github.asynqee.inspect.Inspector;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code asynq errors}: failed tasks grouped by their errors. */
@Command(name = "errors", description = "Groups retry and archived tasks by their errors, ignoring numbers and IDs.", footer = {
        "", "Example:", "  asynq errors --queue default" })
final class ErrorsCommand extends InspectorCommand {

    @Mixin
    private FilterOptions filter;

    @Option(names = "--limit", defaultValue = "10000", paramLabel = "NUMBER", description = "Maximum number of tasks to read. Default: ${DEFAULT-VALUE}")
    private int limit;

    @Override
    protected boolean run(Inspector inspector) {
        List<ErrorGroup> groups = inspector.tasks().errors(filter.toFilter(now()), limit);
        if (groups.isEmpty() && isTable()) {
            out().println("No failed tasks found");
            return true;
        }
        Table table = new Table("Tasks", "Error", "First Failed", "Last Failed", "Example");
        groups.forEach(group -> table.row(group.count(), group.signature(), time(group.firstFailedAt()),
                time(group.lastFailedAt()), group.example().info().queue() + " " + group.example().info().id()));
        print(table);
        return true;
    }

    private @Nullable Object time(@Nullable Instant time) {
        return isTable() ? date(time) : time;
    }
}
