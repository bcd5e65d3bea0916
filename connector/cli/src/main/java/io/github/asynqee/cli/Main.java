package io.github.asynqee.cli;

import java.time.Clock;

import io.github.asynqee.engine.Asynq;

/** Runs the command line. */
public final class Main {

    private Main() {}

    /**
     * Runs one command and exits with its code: 0 done, 1 failed, 2 wrong usage.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        System.exit(
                AsynqCommand.commandLine(new AsynqCommand(Clock.systemDefaultZone(), Asynq::inspect)).execute(args));
    }
}
