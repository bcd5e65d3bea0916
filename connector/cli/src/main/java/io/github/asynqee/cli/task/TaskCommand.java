package io.github.asynqee.cli.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.inspect.Inspector;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code asynq task}. */
@Command(name = "task", mixinStandardHelpOptions = true, description = "Inspects and changes tasks.", subcommands = {
        TaskListCommand.class, TaskInspectCommand.class, TaskWhyCommand.class, TaskEnqueueCommand.class,
        TaskSearchCommand.class,
        TaskCommand.Cancel.class,
        TaskCommand.Run.class,
        TaskCommand.Archive.class, TaskCommand.Delete.class, TaskEditCommand.Edit.class, TaskCommand.Reschedule.class,
        TaskEditCommand.Clone.class, TaskCommand.Move.class, TaskCommand.Unlock.class, TaskBulkCommand.RunAll.class,
        TaskBulkCommand.ArchiveAll.class, TaskBulkCommand.DeleteAll.class,
        TaskBulkCommand.CancelAll.class })
public final class TaskCommand extends CommandGroup {

    @Command(name = "cancel", description = "Requests the cancellation of running tasks. Servers do not confirm it.", footer = {
            "", "Example:", "  asynq task cancel 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Cancel extends InspectorCommand {
        @Parameters(paramLabel = "ID", arity = "1..*", description = "IDs of tasks")
        private List<String> ids;

        @Override
        protected boolean run(Inspector inspector) {
            for (String id : ids) {
                inspector.changes().cancel(id);
                say("Sent cancelation signal for task " + id);
            }
            return true;
        }
    }

    /** A command for one task, which prints a message. */
    private abstract static class OfTask extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The task's queue")
        private String queue;

        @Option(names = { "-i", "--id" }, required = true, paramLabel = "ID", description = "The task's ID")
        private String id;

        @Override
        protected final boolean run(Inspector inspector) {
            say(run(inspector, queue, id));
            return true;
        }

        abstract String run(Inspector inspector, String queue, String id);
    }

    @Command(name = "run", description = "Makes a task pending.", footer = { "", "Example:",
            "  asynq task run --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Run extends OfTask {
        @Override
        String run(Inspector inspector, String queue, String id) {
            inspector.changes().run(queue, id);
            return "task is now pending";
        }
    }

    @Command(name = "archive", description = "Archives a task.", footer = { "", "Example:",
            "  asynq task archive --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Archive extends OfTask {
        @Override
        String run(Inspector inspector, String queue, String id) {
            inspector.changes().archive(queue, id);
            return "task archived";
        }
    }

    @Command(name = "delete", aliases = { "remove", "rm" }, description = "Deletes a task.", footer = { "", "Example:",
            "  asynq task delete --queue default --id 7837f142-6337-4217-9276-8f27281b67d1" })
    static final class Delete extends OfTask {
        @Override
        String run(Inspector inspector, String queue, String id) {
            inspector.changes().delete(queue, id);
            return "task deleted";
        }
    }

    @Command(name = "reschedule", description = {
            "Changes the start time of a task that is not active.",
            "A retry task keeps its state; a task in another state becomes scheduled." }, footer = { "", "Examples:",
                    "  asynq task reschedule --queue default --id t1 --in 1h30m",
                    "  asynq task reschedule --queue default --id t1 --at 2030-01-31T12:00:00Z" })
    static final class Reschedule extends OfTask {

        @ArgGroup(multiplicity = "1")
        private When when;

        /** The time or the delay. */
        private static final class When {
            @Option(names = "--at", paramLabel = "TIME", description = "Start time, for example 2030-01-31T12:00:00Z")
            private @Nullable Instant at;

            @Option(names = "--in", paramLabel = "DURATION", description = "Delay before it runs, for example 1h30m")
            private @Nullable Duration in;
        }

        @Override
        String run(Inspector inspector, String queue, String id) {
            Instant at = when.at == null ? now().plus(when.in) : when.at;
            inspector.changes().reschedule(queue, id, at);
            return "task runs " + (at.isAfter(now()) ? "at " + date(at) : "now");
        }
    }

    @Command(name = "move", description = {
            "Moves a task that is not active to another queue, with its ID and state.",
            "If the command is interrupted, the task may be in both queues. Run the same command again to complete it." }, footer = {
                    "",
                    "Example:",
                    "  asynq task move --queue default --id t1 --to critical" })
    static final class Move extends OfTask {
        @Option(names = "--to", required = true, paramLabel = "QUEUE", description = "The other queue")
        private String target;

        @Override
        String run(Inspector inspector, String queue, String id) {
            inspector.changes().move(queue, id, target);
            return "task moved to queue " + target;
        }
    }

    @Command(name = "unlock", description = "Releases the unique lock of a task, so that an equal task can be enqueued.", footer = {
            "", "Example:", "  asynq task unlock --queue default --id t1" })
    static final class Unlock extends OfTask {
        @Override
        String run(Inspector inspector, String queue, String id) {
            return inspector.changes().releaseLock(queue, id) ? "unique lock released"
                    : "the task holds no unique lock";
        }
    }
}
