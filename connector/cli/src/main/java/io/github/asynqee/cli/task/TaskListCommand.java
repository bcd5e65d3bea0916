package io.github.asynqee.cli.task;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.cli.shared.ConditionText;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Paging;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code asynq task ls}: lists a page of the tasks in a state, with the columns of asynq's command line. */
@Command(name = "ls", aliases = "list", description = "Lists tasks of a queue by state.", footer = { "", "Examples:",
        "  asynq task ls --queue default --state retry --page 2",
        "  asynq task ls --queue default --state aggregating --group user:1" })
final class TaskListCommand extends InspectorCommand {

    private static final Duration STEP = Duration.ofSeconds(1);

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
    private String queue;

    @Option(names = { "-s",
            "--state" }, required = true, paramLabel = "STATE", description = "The state: ${COMPLETION-CANDIDATES}")
    private TaskState state;

    @Option(names = { "-g",
            "--group" }, converter = ConditionText.class, paramLabel = "GROUP", description = "Only tasks of this group; required for aggregating tasks")
    private @Nullable String group;

    @Mixin
    private Paging paging;

    @Override
    protected boolean run(Inspector inspector) {
        if (state == TaskState.AGGREGATING && group == null) {
            throw new ParameterException(spec().commandLine(), "--group is required for listing aggregating tasks");
        }
        List<InspectedTask> tasks = tasks(inspector);
        if (tasks.isEmpty() && isTable()) {
            say("No " + state.name().toLowerCase(Locale.ROOT) + " tasks in \"" + queue + "\" queue");
            return true;
        }
        Table table = table();
        tasks.forEach(task -> add(table, task));
        print(table);
        return true;
    }

    private List<InspectedTask> tasks(Inspector inspector) {
        if (group == null) {
            return inspector.tasks().list(queue, state, paging.page(), paging.size());
        }
        return state == TaskState.AGGREGATING
                ? inspector.tasks().listOfGroup(queue, group, paging.page(), paging.size())
                : tasksOfGroup(inspector, group);
    }

    /** Returns a page of the tasks in this state that were run from a group or will join it. */
    private List<InspectedTask> tasksOfGroup(Inspector inspector, String name) {
        // validates queue and page
        inspector.tasks().list(queue, state, paging.page(), paging.size());
        TaskFilter filter = TaskFilter.ALL.inQueues(queue).inStates(state).inGroup(name);
        long skipped = (paging.page() - 1L) * paging.size();
        List<InspectedTask> tasks = new ArrayList<>();
        String next = null;
        do {
            SearchPage found = inspector.tasks().search(filter, task -> true, next, paging.size(), STEP);
            long before = Math.min(skipped, found.tasks().size());
            skipped -= before;
            found.tasks().stream().skip(before).limit(paging.size() - tasks.size()).forEach(tasks::add);
            next = found.next();
        } while (next != null && tasks.size() < paging.size());
        return tasks;
    }

    private Table table() {
        return switch (state) {
            case PENDING, ACTIVE -> new Table("ID", "Type", "Payload");
            case SCHEDULED -> new Table("ID", "Type", "Payload", "Process In");
            case RETRY -> new Table("ID", "Type", "Payload", "Next Retry", "Last Error", "Last Failed", "Retried",
                    "Max Retry");
            case ARCHIVED -> new Table("ID", "Type", "Payload", "Last Failed", "Last Error");
            case COMPLETED -> new Table("ID", "Type", "Payload", "CompletedAt", "Result");
            case AGGREGATING -> new Table("ID", "Type", "Payload", "Group");
        };
    }

    private void add(Table table, InspectedTask task) {
        TaskInfo info = task.info();
        String payload = payloadOfRow(info);
        switch (state) {
            case PENDING, ACTIVE -> table.row(info.id(), info.type(), payload);
            case SCHEDULED -> table.row(info.id(), info.type(), payload, waits(task, next(info)));
            case RETRY -> table.row(info.id(), info.type(), payload, next(info), info.lastError(),
                    time(info.lastFailedAt()), info.retried(), info.maxRetry());
            case ARCHIVED -> table.row(info.id(), info.type(), payload, time(info.lastFailedAt()), info.lastError());
            case COMPLETED -> table.row(info.id(), info.type(), payload, time(info.completedAt()),
                    task.result() == null ? "" : Texts.bytes(task.result()));
            case AGGREGATING -> table.row(info.id(), info.type(), payload, info.group());
        }
    }

    private @Nullable Object waits(InspectedTask task, @Nullable Object next) {
        return task.waitsFor() == null || !isTable() ? next : next + " at the latest, limit " + task.waitsFor();
    }

    private @Nullable Object next(TaskInfo info) {
        Instant next = info.nextProcessAt();
        return next != null && isTable() ? Texts.in(next, now()) : next;
    }

    private @Nullable Object time(@Nullable Instant time) {
        return isTable() ? date(time) : time;
    }
}
