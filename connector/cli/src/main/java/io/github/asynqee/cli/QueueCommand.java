package io.github.asynqee.cli;

import java.util.List;
import java.util.function.Consumer;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.Confirmation;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Reasons;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.inspect.Waiting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code asynq queue}. */
@Command(name = "queue", mixinStandardHelpOptions = true, description = "Inspects and changes queues.", subcommands = {
        QueueCommand.Ls.class, QueueCommand.Inspect.class, QueueCommand.Why.class, QueueCommand.History.class,
        QueueCommand.Pause.class, QueueCommand.Unpause.class, QueueCommand.Rm.class, QueueCommand.Repairs.class,
        QueueShardsCommand.class })
final class QueueCommand extends CommandGroup {

    @Command(name = "ls", aliases = "list", description = "Lists the names of all queues.", footer = { "", "Examples:",
            "  asynq queue ls", "  asynq queue ls --shards" })
    static final class Ls extends InspectorCommand {
        @Option(names = "--shards", description = "Show each shard of the queues, with its cluster hash slot")
        private boolean shards;

        @Override
        protected boolean ofShards() {
            return shards;
        }

        @Override
        protected boolean run(Inspector inspector) {
            if (shards) {
                UnreadableQueues unreadable = new UnreadableQueues();
                print(QueueShardsCommand.table(inspector, inspector.logical().queues().names(), unreadable));
                return unreadable.report(this::error);
            } else if (isTable()) {
                inspector.queues().names().stream().map(Texts::printable).forEach(out()::println);
            } else {
                Table table = new Table("Queue");
                inspector.queues().names().forEach(table::row);
                print(table);
            }
            return true;
        }
    }

    /** A command for one or more queues. After an error with a queue, it continues with the others. */
    private abstract static class OfQueues extends InspectorCommand {
        @Parameters(paramLabel = "QUEUE", arity = "1..*", description = "Names of queues")
        private List<String> queues;

        @Override
        protected final boolean run(Inspector inspector) {
            boolean ok = true;
            for (String queue : queues) {
                try {
                    ok &= handle(inspector, queue);
                } catch (InspectionException e) {
                    error(e.getMessage());
                    hint(queue, e);
                    ok = false;
                }
            }
            finish();
            return ok;
        }

        /** Returns whether the command succeeded for the queue. */
        boolean handle(Inspector inspector, String queue) {
            run(inspector, queue);
            return true;
        }

        void run(Inspector inspector, String queue) {
            // subclasses override either this method or handle
        }

        void hint(String queue, InspectionException error) {
            // most errors need no hint
        }

        void finish() {
            // most commands print immediately
        }

        final void each(Consumer<String> change, String queue, String done) {
            change.accept(queue);
            say("Successfully " + done + " queue \"" + queue + "\"");
        }
    }

    @Command(name = "inspect", description = "Shows the state of queues.", footer = { "", "Example:",
            "  asynq queue inspect default critical" })
    static final class Inspect extends OfQueues {
        private final Table table = new Table("Queue", "Size", "Groups", "Paused", "Active", "Pending", "Aggregating",
                "Scheduled", "Retry", "Archived", "Completed", "Processed", "Failed", "LatencySeconds", "MemoryBytes");
        private boolean first = true;

        @Override
        void run(Inspector inspector, String name) {
            QueueInfo queue = inspector.queues().info(name);
            table.row(queue.queue(), queue.size(), queue.groups(), queue.paused(), queue.active(), queue.pending(),
                    queue.aggregating(), queue.scheduled(), queue.retry(), queue.archived(), queue.completed(),
                    queue.processed(), queue.failed(), queue.latency().toMillis() / 1000.0, queue.memoryUsage());
            if (isTable()) {
                show(queue);
            }
        }

        private void show(QueueInfo queue) {
            if (!first) {
                out().println("=================================================\n");
            }
            first = false;
            out().println("Queue Info");
            out().println("Name:   " + Texts.printable(queue.queue()));
            out().println("Size:   " + queue.size());
            out().println("Groups: " + queue.groups());
            out().println("Paused: " + queue.paused());
            out().println("\nTask Count by State");
            print(new Table("active", "pending", "aggregating", "scheduled", "retry", "archived", "completed").row(
                    queue.active(), queue.pending(), queue.aggregating(), queue.scheduled(), queue.retry(),
                    queue.archived(), queue.completed()));
            out().println("\nDaily Stats " + queue.timestamp().toString().substring(0, 10) + " UTC");
            print(new Table("processed", "failed", "error rate").row(queue.processed(), queue.failed(),
                    Texts.rate(queue.failed(), queue.processed())));
            out().println();
        }

        @Override
        void finish() {
            if (!isTable()) {
                print(table);
            }
        }
    }

    @Command(name = "why", description = "Tells why tasks of queues do not run now, and the next step.", footer = { "",
            "Example:", "  asynq queue why default" })
    static final class Why extends OfQueues {
        private final Table table = Reasons.table();

        @Override
        void run(Inspector inspector, String queue) {
            List<Waiting> reasons = inspector.queues().why(queue);
            Reasons.add(table, queue, null, reasons);
            if (isTable()) {
                say("Queue: " + queue);
                Reasons.lines(reasons, this::date).forEach(out()::println);
                out().println();
            }
        }

        @Override
        void finish() {
            if (!isTable()) {
                print(table);
            }
        }
    }

    @Command(name = "history", description = "Shows how many tasks of queues were processed in the last days.", footer = {
            "", "Example:", "  asynq queue history default --days 30" })
    static final class History extends OfQueues {
        @Option(names = { "-x",
                "--days" }, defaultValue = "10", paramLabel = "NUMBER", description = "Number of days, at most 1000. Default: ${DEFAULT-VALUE}")
        private int days;

        private final Table all = new Table("Queue", "Date", "Processed", "Failed");

        @Override
        void run(Inspector inspector, String queue) {
            List<DailyStats> history = inspector.queues().history(queue, days);
            if (!isTable()) {
                history.forEach(day -> all.row(queue, day.date(), day.processed(), day.failed()));
                return;
            }
            say("Queue: " + queue);
            out().println();
            Table table = new Table("date (UTC)", "processed", "failed", "error rate");
            history.forEach(day -> table.row(day.date(), day.processed(), day.failed(),
                    Texts.rate(day.failed(), day.processed())));
            print(table);
            out().println();
        }

        @Override
        void finish() {
            if (!isTable()) {
                print(all);
            }
        }
    }

    @Command(name = "pause", description = "Pauses queues: workers take no more tasks from them.", footer = { "",
            "Example:", "  asynq queue pause default" })
    static final class Pause extends OfQueues {
        @Override
        void run(Inspector inspector, String queue) {
            each(inspector.queues()::pause, queue, "paused");
        }
    }

    @Command(name = "unpause", aliases = "resume", description = "Resumes queues.", footer = { "", "Example:",
            "  asynq queue unpause default" })
    static final class Unpause extends OfQueues {
        @Override
        void run(Inspector inspector, String queue) {
            each(inspector.queues()::unpause, queue, "unpaused");
        }
    }

    @Command(name = "rm", aliases = { "remove", "delete" }, description = "Removes queues.", footer = { "", "Example:",
            "  asynq queue rm old-queue --force --yes" })
    static final class Rm extends OfQueues {
        @Option(names = { "-f", "--force" }, description = "Delete the queues even if they contain tasks")
        private boolean force;

        @Mixin
        private Confirmation confirmation;

        @Override
        void run(Inspector inspector, String queue) {
            if (force) {
                confirmation.require(spec(), "remove queue \"" + queue + "\" with all its tasks");
            }
            inspector.queues().remove(queue, force);
            say("Successfully removed queue \"" + queue + "\"");
        }

        @Override
        void hint(String queue, InspectionException error) {
            if (!force && error.toString().contains("not empty")) {
                say("If you are sure you want to delete it, run 'asynq queue rm --force " + queue + "'");
            }
        }
    }

    @Command(name = "repair", description = { "Reports or repairs inconsistent data of queues.",
            "Exits with 1 if it finds damage that it did not repair." }, footer = { "", "Examples:",
                    "  asynq queue repair default", "  asynq queue repair default --apply --yes" })
    static final class Repairs extends OfQueues {
        @Option(names = "--apply", description = "Repair the damage. Without this option, damage is only reported")
        private boolean apply;

        @Mixin
        private Confirmation confirmation;

        private final Table table = new Table("Queue", "Code", "ID", "Repaired", "Message");

        @Override
        boolean handle(Inspector inspector, String queue) {
            if (apply) {
                confirmation.require(spec(), "repair queue \"" + queue + "\"");
            }
            List<Repair> repairs = inspector.health().repair(queue, apply);
            repairs.forEach(repair -> table.row(repair.queue(), repair.code(), repair.id(), repair.applied(),
                    repair.message()));
            return repairs.stream().allMatch(Repair::applied);
        }

        @Override
        void finish() {
            if (table.isEmpty() && isTable()) {
                out().println("No damage found");
                return;
            }
            print(table);
            if (!apply && isTable()) {
                out().println("Nothing was changed. Use --apply to repair the damage");
            }
        }
    }
}
