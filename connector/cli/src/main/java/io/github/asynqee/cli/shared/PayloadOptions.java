package io.github.asynqee.cli.shared;

import java.nio.file.Path;

import io.github.asynqee.internal.inspect.payload.KeyFile;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Options for showing encrypted payloads. All commands inherit them from the root command. */
public final class PayloadOptions {

    private static final String VARIABLE = "ASYNQ_PAYLOAD_KEYS";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(scope = ScopeType.INHERIT, names = "--payload_keys", paramLabel = "FILE", description = "File with the keys of encrypted payloads, one line <ID>=<key in Base64> per key. Default: the file in "
            + VARIABLE)
    private @Nullable Path keys;

    private @Nullable PayloadReader reader;

    /**
     * Returns the reader that decodes payloads.
     *
     * @throws IllegalArgumentException if the key file cannot be used
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
