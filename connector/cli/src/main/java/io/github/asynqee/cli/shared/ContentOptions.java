package io.github.asynqee.cli.shared;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.inspect.TaskFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Conditions on the content of tasks. Texts are compared case-insensitively. */
public class ContentOptions {

    @Option(names = { "-i",
            "--id" }, converter = ConditionText.class, paramLabel = "TEXT", description = "Part of the ID")
    private String id = "";

    @Option(names = { "-t",
            "--type" }, converter = ConditionText.class, paramLabel = "TEXT", description = "Beginning of the type")
    private String type = "";

    @Option(names = "--exact-type", converter = ConditionText.class, paramLabel = "TYPE", description = "The exact type, case-sensitive")
    private String exactType = "";

    @Option(names = { "-l",
            "--payload" }, converter = ConditionText.class, paramLabel = "TEXT", description = "Part of the payload")
    private String payload = "";

    @Option(names = { "-e",
            "--error" }, converter = ConditionText.class, paramLabel = "TEXT", description = "Part of the last error")
    private String error = "";

    @Option(names = "--header", converter = ConditionText.class, paramLabel = "TEXT", description = "Part of a header's name=value")
    private String header = "";

    @Option(names = "--min-retried", defaultValue = "0", paramLabel = "NUMBER", description = "Minimum number of retries so far")
    private int minRetried;

    @Option(names = "--older-than", paramLabel = "DURATION", description = "Minimum age, for example 90s or 24h, since the task became pending or active, was due, failed, was archived, completed or joined the group")
    private @Nullable Duration olderThan;

    /** Returns a filter with these conditions. */
    public TaskFilter toFilter(Instant now) {
        return TaskFilter.ALL.withId(id).withType(type).withExactType(exactType).withPayload(payload).withError(error)
                .withHeader(header).withMinRetried(minRetried)
                .notAfter(olderThan == null ? null : now.minus(olderThan));
    }

    /** Whether no condition is set. */
    public boolean isEmpty() {
        return toFilter(Instant.EPOCH).equals(TaskFilter.ALL);
    }
}
