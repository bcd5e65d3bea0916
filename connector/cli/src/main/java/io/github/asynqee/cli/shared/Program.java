package io.github.asynqee.cli.shared;

import java.nio.file.Path;
import java.time.Clock;
import java.util.function.UnaryOperator;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import picocli.CommandLine.Model.CommandSpec;

/** What the root command provides to all others. */
public interface Program {

    /** The root of a command. */
    static Program of(CommandSpec command) {
        return (Program) command.root().userObject();
    }

    /** The clock by which times are shown. */
    Clock clock();

    /** Where the configuration file is by default. */
    Path home();

    /** The value of an environment variable, {@code null} if it is not set. */
    UnaryOperator<String> environment();

    /** The URL, without credentials, of the Redis that the options name. */
    String address();

    /** Restores payloads that are compressed or encrypted, to show them. */
    PayloadReader payloads();

    /** A client of that Redis. */
    AsynqClient client();

    /** An inspector of that Redis. */
    Inspector connect();

    /** The colours of the output. */
    default Colours colours() {
        return Terminal.OUTPUT.colours(environment());
    }

    /** The colours of the messages about errors. */
    default Colours errorColours() {
        return Terminal.ERROR.colours(environment());
    }
}
