package io.github.asynqee.cli.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

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
            return System.console() != null;
        }
    }

    /** Colours, if it is a terminal and the environment does not forbid them with {@code NO_COLOR}. */
    public Colours colours(UnaryOperator<String> environment) {
        String forbidden = environment.apply("NO_COLOR");
        return new Colours(isAttached() && (forbidden == null || forbidden.isEmpty()));
    }
}
