package io.github.asynqee.cli;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.Inspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asynq group}. */
@Command(name = "group", mixinStandardHelpOptions = true, description = "Inspects groups of tasks.", subcommands = GroupCommand.Ls.class)
final class GroupCommand extends CommandGroup {

    @Command(name = "ls", aliases = "list", description = "Lists the groups of a queue that have waiting tasks.", footer = {
            "", "Example:", "  asynq group ls --queue default" })
    static final class Ls extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
        private String queue;

        @Override
        protected boolean run(Inspector inspector) {
            var groups = inspector.queues().groups(queue);
            if (!isTable()) {
                Table table = new Table("Group", "Size");
                groups.forEach(group -> table.row(group.group(), group.size()));
                print(table);
            } else if (groups.isEmpty()) {
                say("No groups found in queue \"" + queue + "\"");
            } else {
                groups.stream().map(GroupInfo::group).forEach(this::say);
            }
            return true;
        }
    }
}
