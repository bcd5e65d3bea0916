package io.github.asynqee.cli.shared;

import java.io.Console;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Asks for confirmation before a destructive change. Without a terminal, {@code --yes} is required. */
public final class Confirmation {

    private static final long SIGNAL_MILLIS = 500;

    @Option(names = { "-y", "--yes" }, description = "Do not ask for confirmation; required without a terminal")
    private boolean yes;

    public void require(CommandSpec spec, String what) {
        if (yes) {
            return;
        }
        Console console = System.console();
        if (console == null || !Terminal.isInteractive(Console.class, console)) {
            throw new ParameterException(spec.commandLine(), "without a terminal, --yes is required to " + what);
        }
        CountDownLatch ending = new CountDownLatch(1);
        Thread hook = new Thread(ending::countDown, "confirmation");
        Runtime.getRuntime().addShutdownHook(hook);
        String answer = console.readLine("This will %s. Continue? [y/N] ", Texts.printable(what));
        if (answer == null || !answer.trim().equalsIgnoreCase("y") || isEnding(ending, hook)) {
            throw new IllegalArgumentException("not confirmed, nothing was changed");
        }
    }

    /** Whether Ctrl-C was pressed before the answer. Waits for a while because the signal may arrive after the text. */
    private static boolean isEnding(CountDownLatch ending, Thread hook) {
        try {
            return ending.await(SIGNAL_MILLIS, TimeUnit.MILLISECONDS) || !Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
