package io.github.asynqee.cli.shared;

import java.nio.file.Path;
import java.time.Clock;
import java.util.function.UnaryOperator;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import picocli.CommandLine.Model.CommandSpec;

/** Services that the root command provides to the other commands. */
public interface Program {

    /** Returns the root command of a command. */
    static Program of(CommandSpec command) {
        return (Program) command.root().userObject();
    }

    /** The current time, and the time zone for output. */
    Clock clock();

    /** The default folder of the configuration file. */
    Path home();

    /** Returns environment variables, {@code null} for a variable that is not set. */
    UnaryOperator<String> environment();

    /** The URL of Redis, without credentials. */
    String address();

    /** Decodes compressed or encrypted payloads. */
    PayloadReader payloads();

    /** Creates a client. */
    AsynqClient client();

    /** Creates an inspector. */
    Inspector connect();

    /** Colours for standard output. */
    default Colours colours() {
        return Terminal.OUTPUT.colours(environment());
    }

    /** Colours for error messages. */
    default Colours errorColours() {
        return Terminal.ERROR.colours(environment());
    }
}
