package io.github.asynqee.cli;

import java.time.Clock;
import java.util.logging.LogManager;

import io.github.asynqee.inspect.connect.Inspectors;

/** Runs the command line. */
public final class Main {

    private Main() {}

    /**
     * Runs one command and exits with its code: 0 done, 1 failed, 2 wrong usage.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        // commands print errors as one line; log output of the engine would clutter it
        LogManager.getLogManager().reset();
        System.exit(AsynqCommand.commandLine(new AsynqCommand(Clock.systemDefaultZone(), Inspectors::connect), args)
                .execute(args));
    }
}
