package io.github.asynqee.cli.shared;

import java.io.Console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Asks before something is destroyed; without a terminal {@code --yes} is required. */
public final class Confirmation {

    @Option(names = { "-y", "--yes" }, description = "Do not ask for confirmation; needed where there is no terminal")
    private boolean yes;

    public void require(CommandSpec spec, String what) {
        if (yes) {
            return;
        }
        Console console = System.console();
        if (console == null) {
            throw new ParameterException(spec.commandLine(), "to " + what + " without a terminal needs --yes");
        }
        String answer = console.readLine("This will %s. Continue? [y/N] ", what);
        if (answer == null || !answer.trim().equalsIgnoreCase("y")) {
            throw new IllegalArgumentException("not confirmed, nothing was changed");
        }
    }
}
