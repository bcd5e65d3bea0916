package io.github.asynqee.cli.task;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Start time and uniqueness of a new task. */
final class StartOptions {

    @Option(names = "--unique", paramLabel = "DURATION", description = "Reject tasks with the same type, payload and queue for this time")
    private @Nullable Duration unique;

    @Option(names = "--process_at", paramLabel = "TIME", description = "Start time, for example 2030-01-31T12:00:00Z")
    private @Nullable Instant processAt;

    @Option(names = "--process_in", paramLabel = "DURATION", description = "Delay before it runs, for example 1h30m")
    private @Nullable Duration processIn;

    /** How long the task is unique; {@code null} if it is not unique. */
    @Nullable
    Duration unique() {
        return unique;
    }

    /** Start time; {@code null} to run at once. */
    @Nullable
    Instant processAt(Instant now) {
        return processIn == null ? processAt : now.plus(processIn);
    }
}
