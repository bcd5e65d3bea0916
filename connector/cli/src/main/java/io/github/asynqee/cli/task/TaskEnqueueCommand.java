package io.github.asynqee.cli.task;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.cli.shared.Program;
import io.github.asynqee.cli.shared.Texts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code asynq task enqueue}. */
@Command(name = "enqueue", mixinStandardHelpOptions = true, description = "Enqueues a task.", footer = { "", "Example:",
        "  asynq task enqueue --type_name email:welcome --payload '{\"to\":\"me@example.com\"}' --queue mail" })
final class TaskEnqueueCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = { "-t", "--type_name" }, required = true, paramLabel = "TYPE", description = "Type of the task")
    private String type;

    @Option(names = { "-l", "--payload" }, defaultValue = "", paramLabel = "TEXT", description = "Payload of the task")
    private String payload;

    @Option(names = { "-q", "--queue" }, paramLabel = "QUEUE", description = "Queue. Default: default")
    private @Nullable String queue;

    @Option(names = { "-i", "--id" }, paramLabel = "ID", description = "ID of the task. Default: a random UUID")
    private @Nullable String id;

    @Option(names = { "-r", "--retry" }, paramLabel = "NUMBER", description = "Maximum number of retries. Default: 25")
    private @Nullable Integer retry;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "Time limit of an attempt, for example 90s")
    private @Nullable Duration timeout;

    @Option(names = "--deadline", paramLabel = "TIME", description = "Deadline, for example 2030-01-31T12:00:00Z")
    private @Nullable Instant deadline;

    @Mixin
    private StartOptions start;

    @Option(names = "--retention", paramLabel = "DURATION", description = "How long to keep the task after success")
    private @Nullable Duration retention;

    @Option(names = { "-g", "--group" }, paramLabel = "GROUP", description = "Group of the task")
    private @Nullable String group;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "Header; can be given several times")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Override
    public Integer call() {
        Program root = Program.of(spec);
        try (AsynqClient client = root.client()) {
            TaskInfo task = client.enqueue(Task.of(type, payload.getBytes(StandardCharsets.UTF_8)).with(options()));
            spec.commandLine().getOut()
                    .println(Texts.printable("Enqueued task " + task.id() + " to queue " + task.queue()));
        }
        return 0;
    }

    private TaskOptions options() {
        TaskOptions.Builder options = TaskOptions.builder().headers(headers);
        if (queue != null) {
            options.queue(queue);
        }
        if (id != null) {
            options.id(id);
        }
        if (retry != null) {
            options.maxRetry(retry);
        }
        if (timeout != null) {
            options.timeout(timeout);
        }
        if (deadline != null) {
            options.deadline(deadline);
        }
        if (start.unique() != null) {
            options.uniqueFor(start.unique());
        }
        Instant processAt = start.processAt(Program.of(spec).clock().instant());
        if (processAt != null) {
            options.processAt(processAt);
        }
        if (retention != null) {
            options.retention(retention);
        }
        if (group != null) {
            options.group(group);
        }
        return options.build();
    }
}
