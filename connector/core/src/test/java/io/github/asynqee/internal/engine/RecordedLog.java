package io.github.asynqee.internal.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a class logs, from the usual level up, until it is closed. */
public final class RecordedLog extends Handler implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger log;

    public RecordedLog(Class<?> source) {
        log = Logger.getLogger(source.getName());
        log.addHandler(this);
    }

    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord logged) {
        if (logged.getLevel().intValue() >= Level.INFO.intValue()) {
            lines.add(new SimpleFormatter().formatMessage(logged));
        }
    }

    @Override
    public void flush() {
        // lines are complete as they are
    }

    @Override
    public void close() {
        log.removeHandler(this);
    }
}
