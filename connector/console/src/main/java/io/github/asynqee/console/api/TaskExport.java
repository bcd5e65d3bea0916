package io.github.asynqee.console.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import jakarta.ws.rs.core.StreamingOutput;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.TaskSearch;
import io.github.asynqee.console.query.TaskSearch.Found;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.ExportFormat;
import io.github.asynqee.console.view.ExportRow;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.payload.PayloadReader;

/**
 * Exports the tasks of a query page by page. If the export fails, it ends with an exception: the connection is closed
 * without its regular end, so that the client does not mistake a part of the file for the whole.
 */
final class TaskExport implements StreamingOutput {

    private static final int PAGE = 1_000;
    private static final Duration BUDGET = Duration.ofSeconds(1);

    private final ConsoleRedis redis;
    private final Query query;
    private final ExportFormat format;
    private final Masking masking;
    private final Limits limits;
    private final End end;
    private final PayloadReader payloads = PayloadReader.WITHOUT_KEYS.ofRows();
    private final Found first;

    /** The maximum number of tasks, and the maximum duration, of an export. */
    record Limits(long tasks, Duration time) {}

    /** Called once at the end. */
    interface End {

        /**
         * The export has ended.
         *
         * @param tasks how many were written
         * @param reason why the export ended early, {@code null} if all tasks were written
         */
        void ended(long tasks, String reason);
    }

    /** Reads the first page. */
    TaskExport(ConsoleRedis redis, Query query, ExportFormat format, Masking masking, Limits limits, End end) {
        this.redis = redis;
        this.query = query;
        this.format = format;
        this.masking = masking;
        this.limits = limits;
        this.end = end;
        this.first = read(null);
    }

    private Found read(String cursor) {
        return redis.ask(inspector -> new TaskSearch(inspector).search(query, cursor, PAGE, BUDGET));
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Written written = new Written();
        String reason = "the connection to the client or to Redis was lost";
        try {
            reason = write(out, written);
        } finally {
            end.ended(written.tasks, reason);
        }
    }

    /** Writes the tasks. Returns why the export ended early, {@code null} if it did not. */
    private String write(OutputStream out, Written written) throws IOException {
        long timeOut = System.nanoTime() + limits.time().toNanos();
        out.write(format.head(ExportRow.COLUMNS).getBytes(StandardCharsets.UTF_8));
        for (Found page = first;; page = read(page.next())) {
            for (InspectedTask task : page.tasks()) {
                if (written.tasks == limits.tasks()) {
                    return "only the first " + limits.tasks() + " tasks are exported";
                }
                out.write(format.line(Json.of(ExportRow.of(task, masking, payloads)).asJsonObject(), ExportRow.COLUMNS)
                        .getBytes(StandardCharsets.UTF_8));
                written.tasks++;
            }
            out.flush();
            if (page.next() == null) {
                return null;
            }
            if (System.nanoTime() - timeOut > 0) {
                throw new IOException("the export took longer than " + limits.time().toMinutes() + " minutes");
            }
        }
    }

    /** The numbers of tasks and bytes that were written. */
    private static final class Written {
        private long tasks;
    }
}
