package io.github.asynqee.cli.task;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a new task runs, and whether it is unique. */
final class StartOptions {

    @Option(names = "--unique", paramLabel = "DURATION", description = "No other such task for this time")
    private @Nullable Duration unique;

    @Option(names = "--process_at", paramLabel = "TIME", description = "When it runs, for example 2030-01-31T12:00:00Z")
    private @Nullable Instant processAt;

    @Option(names = "--process_in", paramLabel = "DURATION", description = "After what time it runs, for example 1h30m")
    private @Nullable Duration processIn;

    /** How long it is unique, {@code null} if it is not. */
    @Nullable
    Duration unique() {
        return unique;
    }

    /** When it runs, {@code null} for at once. */
    @Nullable
    Instant processAt(Instant now) {
        return processIn == null ? processAt : now.plus(processIn);
    }
}
