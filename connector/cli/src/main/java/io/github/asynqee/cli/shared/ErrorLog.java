package io.github.asynqee.cli.shared;

import java.io.PrintWriter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Prints warnings and errors of the engine, one line each, during long-running commands. */
public final class ErrorLog extends Handler {

    /** A strong reference, because the log manager only holds weak ones. */
    private static final Logger ENGINE = Logger.getLogger("io.github.asynqee");
    private static final Formatter FORMATTER = new SimpleFormatter();

    private final PrintWriter err;

    private ErrorLog(PrintWriter err) {
        this.err = err;
        setLevel(Level.WARNING);
    }

    /** Prints until the log is closed. */
    public static ErrorLog printTo(PrintWriter err) {
        ErrorLog log = new ErrorLog(err);
        ENGINE.addHandler(log);
        return log;
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            err.println(entry.getLevel() + ": " + Texts.printable(FORMATTER.formatMessage(entry)));
        }
    }

    @Override
    public void flush() {
        err.flush();
    }

    /** Stops printing. Does not close the error output. */
    @Override
    public void close() {
        ENGINE.removeHandler(this);
    }
}
