package io.github.asynqee.cli;

import java.util.Locale;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code asynq task runall}, {@code archiveall} and {@code deleteall}: all tasks of a state or group. */
abstract class TaskBulkCommand extends InspectorCommand {

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
    private String queue;

    @Option(names = { "-s",
            "--state" }, required = true, paramLabel = "STATE", description = "The state: ${COMPLETION-CANDIDATES}")
    private TaskState state;

    @Option(names = { "-g", "--group" }, paramLabel = "GROUP", description = "The group, for aggregating tasks")
    private String group;

    @Override
    final boolean run(Inspector inspector) {
        if (state == TaskState.AGGREGATING && group == null) {
            throw new ParameterException(spec().commandLine(), "--group is required for aggregating tasks");
        }
        confirm("all " + state.name().toLowerCase(Locale.ROOT) + " tasks of "
                + (group == null ? "" : "group \"" + group + "\" of ") + "queue \"" + queue + "\"");
        int tasks = state == TaskState.AGGREGATING ? ofGroup(inspector, queue, group)
                : ofState(inspector, queue, state);
        out().println(tasks + " tasks " + done());
        return true;
    }

    void confirm(String tasks) {
        // only what destroys is asked for
    }

    abstract int ofState(Inspector inspector, String ofQueue, TaskState ofState);

    abstract int ofGroup(Inspector inspector, String ofQueue, String ofGroup);

    abstract String done();

    @Command(name = "runall", description = "Makes all scheduled, retry or archived tasks, or those of a group, pending.", footer = {
            "", "Example:", "  asynq task runall --queue default --state archived" })
    static final class RunAll extends TaskBulkCommand {
        @Override
        int ofState(Inspector inspector, String queue, TaskState state) {
            return inspector.runAll(queue, state);
        }

        @Override
        int ofGroup(Inspector inspector, String queue, String group) {
            return inspector.runGroup(queue, group);
        }

        @Override
        String done() {
            return "are now pending";
        }
    }

    @Command(name = "archiveall", description = "Archives all pending, scheduled or retry tasks, or those of a group.", footer = {
            "", "Example:", "  asynq task archiveall --queue default --state retry" })
    static final class ArchiveAll extends TaskBulkCommand {
        @Override
        int ofState(Inspector inspector, String queue, TaskState state) {
            return inspector.archiveAll(queue, state);
        }

        @Override
        int ofGroup(Inspector inspector, String queue, String group) {
            return inspector.archiveGroup(queue, group);
        }

        @Override
        String done() {
            return "archived";
        }
    }

    @Command(name = "deleteall", description = "Deletes all tasks of a state that are not active, or those of a group.", footer = {
            "", "Example:", "  asynq task deleteall --queue default --state archived --yes" })
    static final class DeleteAll extends TaskBulkCommand {

        @Mixin
        private Confirmation confirmation;

        @Override
        void confirm(String tasks) {
            confirmation.require(spec(), "delete " + tasks);
        }

        @Override
        int ofState(Inspector inspector, String queue, TaskState state) {
            return inspector.deleteAll(queue, state);
        }

        @Override
        int ofGroup(Inspector inspector, String queue, String group) {
            return inspector.deleteGroup(queue, group);
        }

        @Override
        String done() {
            return "deleted";
        }
    }
}
