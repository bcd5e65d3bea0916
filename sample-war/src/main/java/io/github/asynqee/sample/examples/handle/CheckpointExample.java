package io.github.asynqee.sample.examples.handle;

import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * A long task continues where it was: on another server when its server stops or dies, and after {@code max-slice}, so
 * that other tasks get their turn.
 */
@ApplicationScoped
public class CheckpointExample {

    private static final long ROW_MILLIS = 150;

    @Inject
    private ExampleLog log;

    /** Writes the rows of a ledger. */
    @Incoming("ledgers")
    public void export(Integer rows, Checkpoint<Integer> at) {
        log.add("CheckpointExample", "behind " + at.value());
        at.total(rows);
        at.forEach(rowsBehind(at.value(), rows), row -> row, this::write);
    }

    private static Stream<Integer> rowsBehind(Integer cursor, int rows) {
        return IntStream.rangeClosed(cursor == null ? 1 : cursor + 1, rows).boxed();
    }

    private void write(Integer row) {
        try {
            Thread.sleep(ROW_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        log.add("CheckpointExample", row);
    }
}
