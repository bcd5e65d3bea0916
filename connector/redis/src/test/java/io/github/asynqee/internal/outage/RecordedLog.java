package io.github.asynqee.internal.outage;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Lines that a class or the whole product logs, from INFO up, until it is closed. */
public final class RecordedLog extends Handler implements AutoCloseable {

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Logger log;

    public RecordedLog(Class<?> source) {
        this(source.getName());
    }

    private RecordedLog(String name) {
        log = Logger.getLogger(name);
        log.addHandler(this);
    }

    /** All of the product. */
    public static RecordedLog ofAll() {
        return new RecordedLog("io.github.asynqee");
    }

    /** The lines of a level. */
    public List<String> lines(Level level) {
        return records.stream().filter(logged -> logged.getLevel().equals(level)).map(RecordedLog::text).toList();
    }

    public List<String> lines() {
        return records.stream().map(RecordedLog::text).toList();
    }

    @Override
    public void publish(LogRecord logged) {
        if (logged.getLevel().intValue() >= Level.INFO.intValue()) {
            records.add(logged);
        }
    }

    private static String text(LogRecord logged) {
        return new SimpleFormatter().formatMessage(logged);
    }

    @Override
    public void flush() {
        // each line is complete
    }

    @Override
    public void close() {
        log.removeHandler(this);
    }
}
