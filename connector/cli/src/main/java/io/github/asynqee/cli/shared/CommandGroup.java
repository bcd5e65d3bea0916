package io.github.asynqee.cli.shared;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
public abstract class CommandGroup implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
