package io.github.asynqee.cli.shared;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/** The standard streams, which may be attached to a terminal. */
public enum Terminal {
    /** The standard output. */
    OUTPUT(1),
    /** The standard error. */
    ERROR(2);

    private final Path link;

    Terminal(int number) {
        link = Path.of("/proc/self/fd/" + number);
    }

    /** Whether the stream is attached to a terminal. */
    public boolean isAttached() {
        try {
            return Files.readSymbolicLink(link).toString().matches("/dev/(pts/.*|tty.*|console)");
        } catch (IOException | UnsupportedOperationException e) {
            return isInteractive(Console.class, System.console());
        }
    }

    /**
     * Whether a console reads from a terminal. Since Java 22 a process without a terminal also has a console, with a
     * method {@code isTerminal} that Java 17 does not have.
     *
     * @param type the type that may have the method
     * @param console the console, {@code null} if the process has none
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

    /** Returns colours, enabled on a terminal unless {@code NO_COLOR} is set. */
    public Colours colours(UnaryOperator<String> environment) {
        String forbidden = environment.apply("NO_COLOR");
        return new Colours(isAttached() && (forbidden == null || forbidden.isEmpty()));
    }
}
