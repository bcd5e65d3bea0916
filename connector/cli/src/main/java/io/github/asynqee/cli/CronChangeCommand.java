package io.github.asynqee.cli;

import java.util.List;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntries;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A command that changes scheduler entries. After an error with an entry, it continues with the others. */
abstract class CronChangeCommand extends InspectorCommand {

    @Parameters(paramLabel = "ENTRY", arity = "1..*", description = "IDs of entries, as cron ls shows them")
    private List<String> entries;

    private final Table results = new Table("EntryID", "TaskID", "Queue");

    @Override
    protected final boolean run(Inspector inspector) {
        PeriodicEntries periodic = inspector.periodic();
        boolean ok = true;
        for (String entry : entries) {
            try {
                change(periodic, entry);
            } catch (InspectionException | EnqueueException e) {
                error(e.getMessage());
                ok = false;
            }
        }
        if (!isTable()) {
            print(results);
        }
        return ok;
    }

    abstract void change(PeriodicEntries periodic, String entry);

    /** Reports a changed entry; {@code task} is {@code null} unless a task was enqueued. */
    final void done(String entry, @Nullable TaskInfo task, String text) {
        results.row(entry, task == null ? null : task.id(), task == null ? null : task.queue());
        if (isTable()) {
            say(text);
        }
    }

    @Command(name = "pause", description = {
            "Pauses entries on all nodes. Their ticks are skipped until you resume them.",
            "Entries of Go schedulers cannot be paused." }, footer = { "", "Example:",
                    "  asynq cron pause 7d4f7ac3-6b0e-3c4b-9d0c-2f0a7e1d5b11" })
    static final class Pause extends CronChangeCommand {
        @Override
        void change(PeriodicEntries periodic, String entry) {
            periodic.pause(entry);
            done(entry, null, "Successfully paused periodic entry " + entry);
        }
    }

    @Command(name = "resume", aliases = "unpause", description = {
            "Resumes entries. Ticks that were skipped during the pause are not made up." }, footer = { "",
                    "Example:",
                    "  asynq cron resume 7d4f7ac3-6b0e-3c4b-9d0c-2f0a7e1d5b11" })
    static final class Resume extends CronChangeCommand {
        @Override
        void change(PeriodicEntries periodic, String entry) {
            periodic.resume(entry);
            done(entry, null, "Successfully resumed periodic entry " + entry);
        }
    }

    @Command(name = "run", description = {
            "Enqueues a task of each entry now, even if the entry is paused. The schedule does not change.",
            "If the application produces the payload, the command waits up to 60 s until a node has enqueued the task.",
            "For Go schedulers, the task has only the options shown by cron ls, not those set in the Go task itself." }, footer = {
                    "", "Example:", "  asynq cron run 7d4f7ac3-6b0e-3c4b-9d0c-2f0a7e1d5b11" })
    static final class Run extends CronChangeCommand {
        @Override
        void change(PeriodicEntries periodic, String entry) {
            TaskInfo task = periodic.run(entry);
            done(entry, task, "Enqueued task " + task.id() + " to queue " + task.queue());
        }
    }
}
