package io.github.asynqee.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.Confirmation;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Interruption;
import io.github.asynqee.cli.shared.ProgressBar;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Terminal;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.BatchDeletion;
import io.github.asynqee.inspect.BatchInfo;
import io.github.asynqee.inspect.BatchInfo.Following;
import io.github.asynqee.inspect.BatchMember;
import io.github.asynqee.inspect.Inspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code asynq batch}. */
@Command(name = "batch", mixinStandardHelpOptions = true, description = "Inspects and deletes batches and chains.", subcommands = {
        BatchCommand.Ls.class, BatchCommand.Inspect.class, BatchCommand.Delete.class })
final class BatchCommand extends CommandGroup {

    private static final int MAX = 1_000;

    /** A command for one batch. */
    abstract static class OfOne extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The batch's queue")
        String queue;

        @Option(names = { "-i", "--id" }, required = true, paramLabel = "ID", description = "The batch's ID")
        String id;
    }

    @Command(name = "ls", aliases = "list", description = "Lists the unfinished batches of a queue.", footer = {
            "", "Example:", "  asynq batch ls --queue default" })
    static final class Ls extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
        private String queue;

        @Override
        protected boolean run(Inspector inspector) {
            List<BatchInfo> batches = inspector.batches().list(queue, MAX);
            if (batches.isEmpty() && isTable()) {
                say("No batches found in queue \"" + queue + "\"");
                return true;
            }
            Table table = new Table("Queue", "ID", "Created", "Progress", "Members", "Open", "Failed");
            batches.forEach(batch -> table.row(batch.queue(), batch.id(),
                    isTable() ? date(batch.createdAt()) : batch.createdAt(), batch.percent() + "%", batch.members(),
                    batch.open(), batch.failed()));
            print(table);
            return true;
        }
    }

    @Command(name = "inspect", description = "Shows a batch, its open and failed members, and its callbacks or next tasks.", footer = {
            "", "Example:", "  asynq batch inspect --queue default --id import-42" })
    static final class Inspect extends OfOne {

        private static final int BAR = 40;
        private static final int SHOWN = 100;

        @Override
        protected boolean run(Inspector inspector) {
            BatchInfo batch = inspector.batches().get(queue, id);
            List<BatchMember> members = inspector.batches().members(queue, id, isTable() ? SHOWN : MAX);
            if (isTable()) {
                int full = batch.percent() * BAR / 100;
                out().println("Batch:    " + Texts.printable(batch.id()));
                out().println("Queue:    " + Texts.printable(batch.queue()));
                out().println("Created:  " + date(batch.createdAt()));
                out().println("State:    " + state(batch));
                out().println("Progress: " + "#".repeat(full) + "-".repeat(BAR - full) + " " + batch.percent() + "%");
                out().println(
                        "Members:  " + batch.members() + ", " + batch.done() + " done, " + batch.open() + " open, "
                                + batch.failed() + " failed");
                out().println();
            }
            Table table = new Table("Member", "Queue", "ID", "State");
            members.forEach(member -> table.row(member.isBatch() ? "batch" : "task", member.queue(), member.id(),
                    member.state()));
            for (Following task : batch.tasks()) {
                table.row(task.name(), task.queue(), task.id(),
                        task.refusal() != null ? "refused: " + task.refusal() : task.storedAt() != null ? "stored"
                                : task.dueAt() != null ? "due" : "waiting");
            }
            print(table);
            return true;
        }

        private static String state(BatchInfo batch) {
            if (batch.cancelled()) {
                return "being deleted, some members remain";
            }
            if (batch.endedAt() != null) {
                return "succeeded";
            }
            return !batch.complete() ? "being stored" : batch.failed() > 0 ? "failed" : "running";
        }
    }

    @Command(name = "delete", aliases = "rm", description = "Deletes a batch with its members. Its callbacks or next tasks are not enqueued.", footer = {
            "", "Example:", "  asynq batch delete --queue default --id import-42" })
    static final class Delete extends OfOne {

        private static final Duration STEP = Duration.ofMillis(500);

        @Mixin
        private Confirmation confirmation;

        @Override
        protected boolean run(Inspector inspector) {
            confirmation.require(spec(), "delete batch \"" + id + "\" of queue \"" + queue + "\" with all its members");
            BatchInfo batch = inspector.batches().get(queue, id);
            PrintWriter terminal = Terminal.ERROR.isAttached() ? spec().commandLine().getErr() : null;
            long deleted = 0;
            BatchDeletion step;
            try (Interruption interruption = new Interruption();
                    ProgressBar bar = new ProgressBar(terminal, System::nanoTime, batch.open() + batch.failed())) {
                do {
                    step = inspector.batches().delete(queue, id, STEP);
                    deleted += step.deleted();
                    bar.update(deleted, step.left() + " left");
                } while (!step.complete() && !interruption.isRequested());
            }
            if (!step.complete()) {
                error("interrupted: deleted " + deleted + " members, " + step.left()
                        + " remain; run the command again to delete them");
            } else {
                say(step.running() == 0 ? "Successfully deleted batch \"" + id + "\"" : step.running()
                        + " members were running and were cancelled, or are being stored. Run the command again when they "
                        + "have finished");
            }
            return step.complete() && step.running() == 0;
        }
    }
}
