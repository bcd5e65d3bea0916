package io.github.asynqee.cli;

import io.github.asynqee.inspect.TaskFilter;
import picocli.CommandLine.Option;

/** Which tasks are meant. Texts are compared without regard to case. */
final class FilterOptions {

    @Option(names = { "-q", "--queue" }, paramLabel = "QUEUE", description = "Queues, can be given several times")
    private String[] queues = {};

    @Option(names = { "-i", "--id" }, defaultValue = "", paramLabel = "TEXT", description = "Part of the ID")
    private String id;

    @Option(names = { "-t", "--type" }, defaultValue = "", paramLabel = "TEXT", description = "Beginning of the type")
    private String type;

    @Option(names = { "-l", "--payload" }, defaultValue = "", paramLabel = "TEXT", description = "Part of the payload")
    private String payload;

    @Option(names = { "-e", "--error" }, defaultValue = "", paramLabel = "TEXT", description = "Part of the last error")
    private String error;

    @Option(names = "--header", defaultValue = "", paramLabel = "TEXT", description = "Part of name=value of a header")
    private String header;

    TaskFilter toFilter() {
        return TaskFilter.ALL.inQueues(queues).withId(id).withType(type).withPayload(payload).withError(error)
                .withHeader(header);
    }
}
