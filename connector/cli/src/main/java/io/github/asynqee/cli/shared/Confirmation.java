package io.github.asynqee.cli.shared;

import java.io.Console;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Asks before something is destroyed; without a terminal {@code --yes} is required. */
public final class Confirmation {

    private static final long SIGNAL_MILLIS = 500;

    @Option(names = { "-y", "--yes" }, description = "Do not ask for confirmation; needed where there is no terminal")
    private boolean yes;

    public void require(CommandSpec spec, String what) {
        if (yes) {
            return;
        }
        Console console = System.console();
        if (console == null || !Terminal.isInteractive(Console.class, console)) {
            throw new ParameterException(spec.commandLine(), "to " + what + " without a terminal needs --yes");
        }
        CountDownLatch ending = new CountDownLatch(1);
        Thread hook = new Thread(ending::countDown, "confirmation");
        Runtime.getRuntime().addShutdownHook(hook);
        String answer = console.readLine("This will %s. Continue? [y/N] ", Texts.printable(what));
        if (answer == null || !answer.trim().equalsIgnoreCase("y") || isEnding(ending, hook)) {
            throw new IllegalArgumentException("not confirmed, nothing was changed");
        }
    }

    /** Whether Ctrl-C was pressed before the answer: the signal takes another way than the text, and may be later. */
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
