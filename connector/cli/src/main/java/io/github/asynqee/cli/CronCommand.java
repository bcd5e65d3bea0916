package io.github.asynqee.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Paging;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.EnqueueEvent;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.internal.inspect.periodic.SpecWords;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code asynq cron}. */
@Command(name = "cron", mixinStandardHelpOptions = true, description = "Inspects and controls periodic tasks.", subcommands = {
        CronCommand.Ls.class, CronCommand.History.class, CronChangeCommand.Pause.class, CronChangeCommand.Resume.class,
        CronChangeCommand.Run.class })
final class CronCommand extends CommandGroup {

    @Command(name = "ls", aliases = "list", description = { "Lists the entries of all running schedulers.",
            "Next is Paused for a paused entry. JSON and CSV also contain the queue, whether the entry is paused,",
            "whether it can be paused (controllable), whether the application produces its payload, and the spec in",
            "words." }, footer = {
                    "", "Examples:",
                    "  asynq cron ls", "  asynq cron ls --output json" })
    static final class Ls extends InspectorCommand {

        private static final String[] COLUMNS = { "EntryID", "Spec", "Type", "Payload", "Options", "Next", "Prev" };
        private static final String[] MORE_COLUMNS = { "EntryID", "Spec", "Type", "Payload", "Options", "Next", "Prev",
                "Queue", "Paused", "Controllable", "Produced", "Words" };

        @Override
        protected boolean run(Inspector inspector) {
            List<PeriodicEntryDetails> entries = inspector.periodic().entries();
            if (entries.isEmpty() && isTable()) {
                out().println("No scheduler entries");
                return true;
            }
            Instant now = now();
            Table table = new Table(isTable() ? COLUMNS : MORE_COLUMNS);
            entries.forEach(entry -> {
                String options = "[" + String.join(" ", entry.options()) + "]";
                if (isTable()) {
                    table.row(entry.id(), entry.spec(), entry.taskType(), Texts.bytes(entry.payload()), options,
                            next(entry, now), previous(entry, now));
                } else {
                    table.row(entry.id(), entry.spec(), entry.taskType(), Texts.bytes(entry.payload()), options,
                            entry.next(), entry.previous(), entry.queue(), entry.paused(), entry.controllable(),
                            entry.produced(), SpecWords.of(entry.spec()));
                }
            });
            print(table);
            return true;
        }

        private static String next(PeriodicEntryDetails entry, Instant now) {
            if (entry.paused()) {
                return "Paused";
            }
            if (entry.next() == null) {
                return "Never";
            }
            String in = Texts.in(entry.next(), now);
            return Character.toUpperCase(in.charAt(0)) + in.substring(1);
        }

        private static String previous(PeriodicEntryDetails entry, Instant now) {
            return entry.previous() == null ? "N/A" : Texts.ago(entry.previous(), now);
        }
    }

    @Command(name = "history", description = "Shows when entries enqueued tasks, newest first.", footer = { "",
            "Example:", "  asynq cron history 9e824bfb-b183-425c-b277-ef6623c0e616 --size 10" })
    static final class History extends InspectorCommand {

        /** Like Go, omits trailing zeros of a fraction. */
        private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
                .appendPattern("yyyy-MM-dd HH:mm:ss")
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true).appendLiteral(" +0000 UTC")
                .toFormatter(Locale.ROOT)
                .withZone(ZoneOffset.UTC);

        @Parameters(paramLabel = "ENTRY", arity = "1..*", description = "IDs of entries, as cron ls shows them")
        private List<String> entries;

        @Mixin
        private Paging paging;

        @Override
        protected boolean run(Inspector inspector) {
            Table all = new Table("EntryID", "TaskID", "EnqueuedAt");
            for (String entry : entries) {
                List<EnqueueEvent> events = inspector.periodic().enqueueEvents(entry, paging.page(), paging.size());
                events.forEach(event -> all.row(entry, event.taskId(), event.enqueuedAt()));
                if (isTable()) {
                    show(entry, events);
                }
            }
            if (!isTable()) {
                print(all);
            }
            return true;
        }

        private void show(String entry, List<EnqueueEvent> events) {
            out().println();
            say("Entry: " + entry);
            out().println();
            if (events.isEmpty()) {
                say("No scheduler enqueue events found for entry: " + entry);
                return;
            }
            Table table = new Table("TaskID", "EnqueuedAt");
            events.forEach(event -> table.row(event.taskId(), TIME.format(event.enqueuedAt())));
            print(table);
        }
    }
}
