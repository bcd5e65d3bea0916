package io.github.asynqee.cli;

import io.github.asynqee.cli.shared.CommandGroup;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.LimitKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code asynq limit}. */
@Command(name = "limit", aliases = "limits", mixinStandardHelpOptions = true, description = "Inspects the limits of a queue, and resumes keys.", subcommands = {
        LimitCommand.Ls.class, LimitCommand.Resume.class })
final class LimitCommand extends CommandGroup {

    @Command(name = "ls", aliases = "list", description = "Lists the limit keys of a queue with running or blocked tasks, most blocked tasks first.", footer = {
            "", "Example:", "  asynq limit ls --queue imports" })
    static final class Ls extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
        private String queue;

        @Override
        protected boolean run(Inspector inspector) {
            Table table = new Table("Limit", "Key", "Running", "Allowed", "Waiting", "Closed Until");
            for (LimitKey.State state : inspector.queues().limits(queue)) {
                table.row(state.key().limit(), state.key().value(), state.running(), state.allowed(), state.waiting(),
                        state.closedUntil() == null ? null
                                : isTable() ? date(state.closedUntil()) : state.closedUntil());
            }
            if (table.isEmpty() && isTable()) {
                say("No tasks with limits found in queue \"" + queue + "\"");
            } else {
                print(table);
            }
            return true;
        }
    }

    @Command(name = "resume", description = "Ends the pause of a key that a handler has paused for a time.", footer = {
            "", "Example:", "  asynq limit resume --queue imports --limit imports --key blue" })
    static final class Resume extends InspectorCommand {
        @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The queue")
        private String queue;

        @Option(names = { "-l",
                "--limit" }, required = true, paramLabel = "LIMIT", description = "The name of the limit")
        private String limit;

        @Option(names = { "-k",
                "--key" }, paramLabel = "KEY", defaultValue = "", description = "The key, as listed. Default: the empty one")
        private String key;

        @Override
        protected boolean run(Inspector inspector) {
            LimitKey resumed = new LimitKey(limit, key);
            inspector.queues().resume(queue, resumed);
            say("Resumed " + resumed + " of queue \"" + queue + "\"");
            return true;
        }
    }
}
