package io.github.asynqee.cli.shared;

import java.time.Instant;

import io.github.asynqee.inspect.TaskFilter;
import picocli.CommandLine.Option;

/** Selects tasks by content and by queue. */
public final class FilterOptions extends ContentOptions {

    @Option(names = { "-q", "--queue" }, paramLabel = "QUEUE", description = "Queues, can be given several times")
    private String[] queues = {};

    @Override
    public TaskFilter toFilter(Instant now) {
        return super.toFilter(now).inQueues(queues);
    }
}
