package io.github.asynqee.cli.task;

import java.nio.file.Path;

import io.github.asynqee.cli.shared.ContentOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of bulk commands: the filter, dry run, resume and the results file. */
final class BulkOptions extends ContentOptions {

    @Option(names = "--dry-run", description = "Only count the matching tasks and show some of them")
    private boolean dryRun;

    @Option(names = "--resume", paramLabel = "CURSOR", description = "Continue an interrupted run of the same command")
    private @Nullable String resume;

    @Option(names = "--results", paramLabel = "FILE", description = "Write the result of each task to a file, one JSON object per line. With --resume, append to the file")
    private @Nullable Path results;

    boolean isDryRun() {
        return dryRun;
    }

    /** @throws ParameterException if the options contradict each other */
    void check(CommandSpec spec) {
        if (dryRun && resume != null) {
            throw new ParameterException(spec.commandLine(),
                    "--dry-run and --resume exclude each other: a dry run counts from the beginning");
        }
    }

    @Nullable
    String resume() {
        return resume;
    }

    @Nullable
    Path results() {
        return results;
    }

    /** Whether no option is set, so that the command changes all tasks without counting them first. */
    @Override
    public boolean isEmpty() {
        return super.isEmpty() && !dryRun && resume == null && results == null;
    }
}
