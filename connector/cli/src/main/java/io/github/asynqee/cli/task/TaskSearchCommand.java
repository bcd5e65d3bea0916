package io.github.asynqee.cli.task;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.cli.shared.FilterOptions;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code asynq task search}. */
@Command(name = "search", description = { "Searches tasks in all or some queues and states.",
        "Reads all tasks there, 200 at a time." }, footer = { "", "Examples:",
                "  asynq task search --error 'connection refused' --state retry --state archived",
                "  asynq task search --type email: --payload me@example.com --limit 100" })
final class TaskSearchCommand extends InspectorCommand {

    private static final Duration STEP = Duration.ofSeconds(1);

    @Mixin
    private FilterOptions filter;

    @Option(names = { "-s",
            "--state" }, paramLabel = "STATE", description = "States, can be given several times: ${COMPLETION-CANDIDATES}")
    private TaskState[] states = {};

    @Option(names = "--limit", defaultValue = "30", paramLabel = "NUMBER", description = "Maximum number of tasks to show. Default: ${DEFAULT-VALUE}")
    private int limit;

    @Override
    protected boolean run(Inspector inspector) {
        Table table = new Table("Queue", "State", "ID", "Type", "Payload", "Last Error");
        TaskFilter what = filter.toFilter(now()).inStates(states);
        String next = null;
        int found = 0;
        do {
            SearchPage page = inspector.tasks().search(what, next, limit - found, STEP);
            add(table, page.tasks());
            found += page.tasks().size();
            next = page.next();
        } while (next != null && found < limit);
        if (table.isEmpty() && isTable()) {
            out().println("No tasks found");
            return true;
        }
        print(table);
        if (next != null && isTable()) {
            out().println("There may be more tasks; increase --limit to see them");
        }
        return true;
    }

    private void add(Table table, List<InspectedTask> tasks) {
        for (InspectedTask task : tasks) {
            TaskInfo info = task.info();
            table.row(info.queue(), info.state().name().toLowerCase(Locale.ROOT), info.id(), info.type(),
                    payloadOfRow(info), info.lastError());
        }
    }
}
