package io.github.asynqee.cli.shared;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.inspect.payload.ReadPayload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that works with an inspector and prints to the output. */
@Command(mixinStandardHelpOptions = true)
public abstract class InspectorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = { "-o",
            "--output" }, paramLabel = "FORMAT", defaultValue = "table", description = "Format of the output: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private Format format;

    private @Nullable PayloadReader ofRows;

    @Override
    public Integer call() {
        try (Inspector inspector = root().connect()) {
            return run(ofShards() ? inspector : inspector.logical()) ? 0 : 1;
        }
    }

    /** Whether the command treats each shard as a queue. */
    protected boolean ofShards() {
        return false;
    }

    /** Runs the command; returns false after partial failures. Throws an exception if the whole command fails. */
    protected abstract boolean run(Inspector inspector);

    private Program root() {
        return Program.of(spec);
    }

    /** Formats a time in the terminal's time zone. */
    protected final String date(@Nullable Instant time) {
        return Texts.date(time, root().clock().getZone());
    }

    /**
     * Returns the reader that decodes payloads. Throws an exception if the key file is invalid, so a command that
     * prints payloads after a change must call it before the change.
     */
    protected final PayloadReader payloads() {
        return root().payloads();
    }

    /** Returns the payload of a task as text, or a description if it cannot be decoded. */
    protected final String payload(TaskInfo task) {
        return payload(task, payloads());
    }

    /** Like {@link #payload(TaskInfo)} for rows of a list, with a limit for the total size of all payloads. */
    protected final String payloadOfRow(TaskInfo task) {
        if (ofRows == null) {
            ofRows = payloads().ofRows();
        }
        return payload(task, ofRows);
    }

    private static String payload(TaskInfo task, PayloadReader reader) {
        ReadPayload payload = reader.read(task);
        return payload.bytes() == null ? Texts.printable(payload.description()) : Texts.bytes(payload.bytes());
    }

    protected final Instant now() {
        return root().clock().instant();
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a line. Escapes control characters, because names and user input must not control the terminal. */
    protected final void say(String line) {
        out().println(Texts.printable(line));
    }

    protected final void error(@Nullable String message) {
        spec.commandLine().getErr().println(root().errorColours().failure("error:") + " "
                + Texts.printable(String.valueOf(message)));
    }

    protected final boolean isTable() {
        return format == Format.TABLE;
    }

    protected final boolean isJson() {
        return format == Format.JSON;
    }

    protected final void print(Table table) {
        table.print(format, out(), root().colours());
    }

    protected final CommandSpec spec() {
        return spec;
    }
}
