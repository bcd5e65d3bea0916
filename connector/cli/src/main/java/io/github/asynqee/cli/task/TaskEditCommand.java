package io.github.asynqee.cli.task;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskEdit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code asynq task edit} and {@code clone}: change the content of a task, in place or in a copy. */
abstract class TaskEditCommand extends InspectorCommand {

    @Option(names = { "-q", "--queue" }, required = true, paramLabel = "QUEUE", description = "The task's queue")
    private String queue;

    @Option(names = { "-i", "--id" }, required = true, paramLabel = "ID", description = "The task's ID")
    private String id;

    @Option(names = { "-t", "--type_name" }, paramLabel = "TYPE", description = "New type")
    private @Nullable String type;

    @Option(names = { "-l", "--payload" }, paramLabel = "TEXT", description = "New payload")
    private @Nullable String payload;

    @Option(names = { "-r", "--retry" }, paramLabel = "NUMBER", description = "New maximum number of retries")
    private @Nullable Integer retry;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "New time limit of an attempt, for example 90s; 0s for none")
    private @Nullable Duration timeout;

    @Option(names = "--deadline", paramLabel = "TIME", description = "New deadline, for example 2030-01-31T12:00:00Z; 1970-01-01T00:00:00Z for none")
    private @Nullable Instant deadline;

    @Option(names = "--retention", paramLabel = "DURATION", description = "How long to keep the task after success; 0s to delete it")
    private @Nullable Duration retention;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "Header; repeatable. The given headers replace all existing headers")
    private @Nullable Map<String, String> headers;

    @Option(names = "--no-headers", description = "Remove all headers")
    private boolean noHeaders;

    @Override
    protected final boolean run(Inspector inspector) {
        TaskEdit edit = TaskEdit.NONE.type(type).maxRetry(retry).timeout(timeout).deadline(deadline)
                .retention(retention).headers(noHeaders ? Map.of() : headers)
                .payload(payload == null ? null : payload.getBytes(StandardCharsets.UTF_8));
        // fail on an invalid key file before the change
        payloads();
        TaskInfo task = run(inspector, queue, id, edit);
        if (isTable()) {
            say(done(task));
        } else {
            print(new Table("Queue", "ID", "Type", "State", "Payload").row(task.queue(), task.id(), task.type(),
                    task.state().name().toLowerCase(Locale.ROOT),
                    payload(task)));
        }
        return true;
    }

    abstract TaskInfo run(Inspector inspector, String ofQueue, String ofId, TaskEdit edit);

    abstract String done(TaskInfo task);

    @Command(name = "edit", description = { "Changes the content of a task that is not active.",
            "Its unique lock does not change." }, footer = { "", "Example:",
                    "  asynq task edit --queue default --id t1 --payload '{\"to\":\"me\"}' --retry 5" })
    static final class Edit extends TaskEditCommand {
        @Override
        TaskInfo run(Inspector inspector, String queue, String id, TaskEdit edit) {
            if (edit.equals(TaskEdit.NONE)) {
                throw new ParameterException(spec().commandLine(),
                        "nothing to change: use --payload or another option");
            }
            return inspector.changes().edit(queue, id, edit);
        }

        @Override
        String done(TaskInfo task) {
            return "task changed";
        }
    }

    @Command(name = "clone", description = { "Enqueues a copy of a task in any state.",
            "The copy is not unique unless --unique is given." }, footer = { "", "Example:",
                    "  asynq task clone --queue default --id t1 --to low --process_in 1h" })
    static final class Clone extends TaskEditCommand {
        @Option(names = "--to", paramLabel = "QUEUE", description = "Queue of the new task. Default: the same queue")
        private @Nullable String target;

        @Mixin
        private StartOptions start;

        @Override
        TaskInfo run(Inspector inspector, String queue, String id, TaskEdit edit) {
            return inspector.changes().duplicate(queue, id, edit.queue(target).uniqueFor(start.unique())
                    .processAt(start.processAt(now())));
        }

        @Override
        String done(TaskInfo task) {
            return "Enqueued task " + task.id() + " to queue " + task.queue();
        }
    }
}
