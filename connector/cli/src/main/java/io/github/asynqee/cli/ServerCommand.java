package io.github.asynqee.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.OutboxDetails;
import io.github.asynqee.inspect.ServerDetails;
import picocli.CommandLine.Command;

/** {@code asynq server}. */
@Command(name = "server", mixinStandardHelpOptions = true, description = "Inspects running servers.", subcommands = {
        ServerCommand.Ls.class, ServerCommand.Outboxes.class })
final class ServerCommand extends CommandGroup {

    @Command(name = "ls", aliases = "list", description = "Lists the running servers.", footer = { "", "Example:",
            "  asynq server ls" })
    static final class Ls extends InspectorCommand {
        @Override
        protected boolean run(Inspector inspector) {
            List<ServerDetails> servers = inspector.servers();
            if (servers.isEmpty() && isTable()) {
                out().println("No running servers");
                return true;
            }
            Table table = new Table("Host", "PID", "State", "Active Workers", "Queues", "Started");
            servers.forEach(server -> table.row(server.host(), server.pid(), server.status(),
                    server.activeWorkers().size() + "/" + server.concurrency(), queues(server.queues()),
                    isTable() ? Texts.ago(server.startedAt(), now()) : server.startedAt()));
            print(table);
            return true;
        }

        /** Formats the queues, highest priority first. */
        private static String queues(Map<String, Integer> priorities) {
            return priorities.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .map(queue -> queue.getKey() + ":" + queue.getValue()).collect(Collectors.joining(" "));
        }
    }

    @Command(name = "outboxes", description = "Lists the outboxes of the running applications.", footer = { "",
            "Example:", "  asynq server outboxes" })
    static final class Outboxes extends InspectorCommand {
        @Override
        protected boolean run(Inspector inspector) {
            List<OutboxDetails> outboxes = inspector.outboxes();
            if (outboxes.isEmpty() && isTable()) {
                out().println("No outboxes");
                return true;
            }
            Table table = new Table("Application", "Host", "PID", "Data Source", "Rows", "Age", "Set Aside", "Error",
                    "Problem");
            outboxes.forEach(outbox -> table.row(outbox.application(), outbox.host(), outbox.pid(),
                    outbox.dataSource(), outbox.rows(), outbox.age().toSeconds() + "s", outbox.setAside(),
                    outbox.error(), outbox.problem()));
            print(table);
            return true;
        }
    }
}
