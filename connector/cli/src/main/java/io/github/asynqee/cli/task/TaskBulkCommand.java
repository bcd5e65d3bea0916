package io.github.asynqee.cli.task;

import java.util.EnumSet;
import java.util.Set;

import io.github.asynqee.TaskState;
import io.github.asynqee.cli.shared.ConditionText;
import io.github.asynqee.cli.shared.Confirmation;
import io.github.asynqee.inspect.BulkAction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * {@code asynq task runall}, {@code archiveall}, {@code deleteall}: change all or matching tasks of a state or group.
 */
abstract class TaskBulkCommand extends BulkCommand {

    @Option(names = { "-s",
            "--state" }, required = true, paramLabel = "STATE", description = "The state: ${COMPLETION-CANDIDATES}")
    private TaskState state;

    @Option(names = { "-g",
            "--group" }, converter = ConditionText.class, paramLabel = "GROUP", description = "Only tasks of this group; required for aggregating tasks")
    private @Nullable String group;

    @Override
    final TaskState state() {
        return state;
    }

    @Override
    final @Nullable String group() {
        return group;
    }

    @Override
    final boolean choosesTasks() {
        if (state == TaskState.AGGREGATING && group == null) {
            throw new ParameterException(spec().commandLine(), "--group is required for aggregating tasks");
        }
        return super.choosesTasks();
    }

    @Command(name = "runall", description = {
            "Makes all scheduled, retry or archived tasks, or all tasks of a group, pending.",
            BulkCommand.WITH_FILTER }, footer = { "",
                    "Examples:", "  asynq task runall --queue default --state archived",
                    "  asynq task runall --queue default --state archived --error 'connection refused' --dry-run" })
    static final class RunAll extends TaskBulkCommand {
        @Override
        BulkAction action() {
            return BulkAction.RUN;
        }

        @Override
        Set<TaskState> states() {
            return EnumSet.of(TaskState.SCHEDULED, TaskState.RETRY, TaskState.ARCHIVED, TaskState.AGGREGATING);
        }

        @Override
        String done() {
            return "are now pending";
        }
    }

    @Command(name = "archiveall", description = {
            "Archives all pending, scheduled or retry tasks, or all tasks of a group.",
            "The archive of a queue keeps 9,999 tasks. The command asks before it deletes older archived tasks.",
            BulkCommand.WITH_FILTER }, footer = { "",
                    "Examples:", "  asynq task archiveall --queue default --state retry",
                    "  asynq task archiveall --queue default --state retry --type email: --min-retried 5" })
    static final class ArchiveAll extends TaskBulkCommand {
        @Mixin
        private Confirmation confirmation;

        @Override
        void confirm(String tasks, long dropped) {
            if (dropped > 0) {
                confirmation.require(spec(), withDropped(tasks, dropped));
            }
        }

        @Override
        BulkAction action() {
            return BulkAction.ARCHIVE;
        }

        @Override
        Set<TaskState> states() {
            return EnumSet.of(TaskState.PENDING, TaskState.SCHEDULED, TaskState.RETRY, TaskState.AGGREGATING);
        }

        @Override
        String done() {
            return "archived";
        }
    }

    @Command(name = "deleteall", description = {
            "Deletes all tasks of a state other than active, or all tasks of a group.",
            BulkCommand.WITH_FILTER }, footer = { "",
                    "Examples:", "  asynq task deleteall --queue default --state archived --yes",
                    "  asynq task deleteall --queue default --state archived --older-than 168h --results deleted.ndjson" })
    static final class DeleteAll extends TaskBulkCommand {
        @Mixin
        private Confirmation confirmation;

        @Override
        BulkAction action() {
            return BulkAction.DELETE;
        }

        @Override
        Set<TaskState> states() {
            return EnumSet.complementOf(EnumSet.of(TaskState.ACTIVE));
        }

        @Override
        void confirm(String tasks, long dropped) {
            confirmation.require(spec(), "delete " + tasks);
        }

        @Override
        String done() {
            return "deleted";
        }
    }

    @Command(name = "cancelall", description = {
            "Requests the cancellation of active tasks. Servers do not confirm it.",
            "Counts the tasks first, then changes them in steps. Ctrl-C stops it and prints a cursor for --resume." }, footer = {
                    "",
                    "Example:", "  asynq task cancelall --queue default --type report: --older-than 1h" })
    static final class CancelAll extends BulkCommand {
        @Override
        BulkAction action() {
            return BulkAction.CANCEL;
        }

        @Override
        Set<TaskState> states() {
            return EnumSet.of(TaskState.ACTIVE);
        }

        @Override
        boolean choosesTasks() {
            return true;
        }

        @Override
        TaskState state() {
            return TaskState.ACTIVE;
        }

        @Override
        @Nullable
        String group() {
            return null;
        }

        @Override
        String done() {
            return "were sent the cancellation signal";
        }
    }
}
