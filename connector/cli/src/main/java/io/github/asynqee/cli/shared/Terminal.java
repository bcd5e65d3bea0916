package io.github.asynqee.cli.shared;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/** Whether a terminal shows what the process writes. */
public enum Terminal {
    /** The standard output. */
    OUTPUT(1),
    /** The standard error. */
    ERROR(2);

    private final Path link;

    Terminal(int number) {
        link = Path.of("/proc/self/fd/" + number);
    }

    /** Whether it is a terminal. */
    public boolean isAttached() {
        try {
            return Files.readSymbolicLink(link).toString().matches("/dev/(pts/.*|tty.*|console)");
        } catch (IOException | UnsupportedOperationException e) {
            return isInteractive(Console.class, System.console());
        }
    }

    /**
     * Whether a console reads from a terminal. From Java 22 on the process has a console without a terminal, too, which reports it
     * by a method that Java 17 does not have.
     *
     * @param type the type that may have the method
     * @param console the console, {@code null} if there is none
     */
    static <T> boolean isInteractive(Class<T> type, @Nullable T console) {
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) type.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Colours, if it is a terminal and the environment does not forbid them with {@code NO_COLOR}. */
    public Colours colours(UnaryOperator<String> environment) {
        String forbidden = environment.apply("NO_COLOR");
        return new Colours(isAttached() && (forbidden == null || forbidden.isEmpty()));
    }
}
