package io.github.asynqee.cli;

import java.util.List;

import io.github.asynqee.inspect.Inspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code asynq task}. */
@Command(name = "task", mixinStandardHelpOptions = true, description = "Inspects and changes tasks.", subcommands = {
        TaskListCommand.class, TaskInspectCommand.class, TaskEnqueueCommand.class, TaskSearchCommand.class,
        TaskCommand.Cancel.class,
        TaskCommand.Run.class,
        TaskCommand.Archive.class, TaskCommand.Delete.class, TaskBulkCommand.RunAll.class,
        TaskBulkCommand.ArchiveAll.class, TaskBulkCommand.DeleteAll.class, TaskBulkCommand.CancelAll.class })
final class TaskCommand extends CommandGroup {

    @Command(name = "cancel", description = "Publishes the request to cancel running tasks; there is no confirmation.", footer = {
            "", "Example:", "  asynq task cancel 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Cancel extends InspectorCommand {
        @Parameters(paramLabel = "ID", arity = "1..*", description = "IDs of tasks")
        private List<String> ids;

        @Override
        boolean run(Inspector inspector) {
            for (String id : ids) {
                inspector.cancel(id);
                out().println("Sent cancelation signal for task " + id);
            }
            return true;
        }
    }

    /** A command for one task. */
    private abstract static class OfTask extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The task's queue")
        private String queue;

        @Option(names = { "-i", "--id" }, required = true, paramLabel = "ID", description = "The task's ID")
        private String id;

        private final String done;

        OfTask(String done) {
            this.done = done;
        }

        @Override
        final boolean run(Inspector inspector) {
            run(inspector, queue, id);
            out().println(done);
            return true;
        }

        abstract void run(Inspector inspector, String queue, String id);
    }

    @Command(name = "run", description = "Makes a task pending.", footer = { "", "Example:",
            "  asynq task run --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Run extends OfTask {
        Run() {
            super("task is now pending");
        }

        @Override
        void run(Inspector inspector, String queue, String id) {
            inspector.runTask(queue, id);
        }
    }

    @Command(name = "archive", description = "Archives a task.", footer = { "", "Example:",
            "  asynq task archive --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Archive extends OfTask {
        Archive() {
            super("task archived");
        }

        @Override
        void run(Inspector inspector, String queue, String id) {
            inspector.archiveTask(queue, id);
        }
    }

    @Command(name = "delete", aliases = { "remove", "rm" }, description = "Deletes a task.", footer = { "", "Example:",
            "  asynq task delete --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Delete extends OfTask {
        Delete() {
            super("task deleted");
        }

        @Override
        void run(Inspector inspector, String queue, String id) {
            inspector.deleteTask(queue, id);
        }
    }
}
