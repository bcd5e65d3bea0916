package io.github.asynqee.cli.shared;

import java.nio.file.Path;

import io.github.asynqee.internal.inspect.payload.KeyFile;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What is needed to show encrypted payloads. All commands inherit it from the root. */
public final class PayloadOptions {

    private static final String VARIABLE = "ASYNQ_PAYLOAD_KEYS";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(scope = ScopeType.INHERIT, names = "--payload_keys", paramLabel = "FILE", description = "File with keys by which encrypted payloads are shown, a line <ID>=<key in Base64> for each. Default: that of "
            + VARIABLE)
    private @Nullable Path keys;

    private @Nullable PayloadReader reader;

    /**
     * What restores payloads.
     *
     * @throws IllegalArgumentException if the file of keys cannot be used
     */
    public PayloadReader reader() {
        if (reader == null) {
            String variable = Program.of(command).environment().apply(VARIABLE);
            Path file = keys != null || variable == null || variable.isEmpty() ? keys : Path.of(variable);
            reader = file == null ? PayloadReader.WITHOUT_KEYS : PayloadReader.of(KeyFile.read(file));
        }
        return reader;
    }
}
