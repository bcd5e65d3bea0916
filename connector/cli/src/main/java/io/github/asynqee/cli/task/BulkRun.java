package io.github.asynqee.cli.task;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.github.asynqee.cli.shared.ProgressBar;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkOperations.TaskCount;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;
import org.jspecify.annotations.Nullable;

/** A bulk change in steps, with its totals. */
final class BulkRun {

    private static final Duration STEP = Duration.ofMillis(150);
    private static final int MAX_RESULTS = 10_000;
    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();

    private final BulkOperations operations;
    private final BulkAction action;
    private final TaskFilter filter;
    private final LongFunction<ProgressBar> bars;
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final List<InspectedTask> sample = new ArrayList<>();
    private long matching;
    private long total;
    private long examined;
    private @Nullable String next;
    private boolean complete;

    /**
     * Prepares a run.
     *
     * @param bars creates a progress bar for a number of tasks, 0 if unknown
     */
    BulkRun(BulkOperations operations, BulkAction action, TaskFilter filter, LongFunction<ProgressBar> bars) {
        this.operations = operations;
        this.action = action;
        this.filter = filter;
        this.bars = bars;
    }

    /** Counts the matching tasks; returns false if interrupted. */
    boolean count(BooleanSupplier interrupted) {
        String at = null;
        try (ProgressBar bar = bars.apply(0)) {
            do {
                TaskCount count = operations.count(filter, at, STEP);
                matching += count.matching();
                total += count.examined();
                count.sample().stream().limit(BulkOperations.SAMPLE_SIZE - sample.size()).forEach(sample::add);
                at = count.next();
                bar.update(total, matching + " match");
            } while (at != null && !interrupted.getAsBoolean());
        }
        return at == null;
    }

    /**
     * Changes the tasks until done or interrupted. After an exception, the run can continue at {@link #next()}.
     *
     * @param from the cursor of an earlier run, {@code null} to start at the beginning
     * @param file the results file, one line per task, {@code null} for none
     * @param interrupted whether to stop; called before each step
     * @throws IllegalArgumentException if the results cannot be written
     */
    void change(@Nullable String from, @Nullable Path file, BooleanSupplier interrupted) {
        next = from;
        try (Writer results = file == null ? Writer.nullWriter() : open(file, from != null);
                ProgressBar bar = bars.apply(total)) {
            while (!complete && !interrupted.getAsBoolean()) {
                BulkPage page = operations.change(action, filter, next, MAX_RESULTS, STEP);
                next = page.next();
                complete = next == null;
                examined += page.examined();
                page.results().forEach(result -> outcomes.merge(result.outcome(), 1L, Long::sum));
                for (BulkResult result : page.results()) {
                    results.write(line(result));
                }
                results.flush();
                bar.update(examined, count(Outcome.CHANGED) + " changed");
            }
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    /**
     * Empties the results file if no task matches, so that it does not contain results of an earlier run.
     *
     * @param file the file, {@code null} for none
     * @throws IllegalArgumentException if it cannot be written
     */
    void changeNothing(@Nullable Path file) {
        if (file != null) {
            try {
                open(file, false).close();
            } catch (IOException e) {
                throw unwritten(file, e);
            }
        }
    }

    private IllegalArgumentException unwritten(@Nullable Path file, IOException e) {
        return new IllegalArgumentException("cannot write the results to " + file + ": " + e.getMessage()
                + (hasChanged() ? "; the results of the last step are missing from the file" : ""), e);
    }

    private static Writer open(Path file, boolean append) throws IOException {
        return append ? Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE,
                StandardOpenOption.APPEND) : Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    }

    private static String line(BulkResult result) {
        JsonObject line = new JsonObject();
        line.addProperty("queue", result.queue());
        line.addProperty("id", result.id());
        line.addProperty("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
        line.addProperty("reason", result.reason());
        return Texts.terminalSafe(JSON.toJson(line)) + "\n";
    }

    long matching() {
        return matching;
    }

    long total() {
        return total;
    }

    List<InspectedTask> sample() {
        return sample;
    }

    long count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** Whether at least one step was performed. */
    boolean hasChanged() {
        return complete || examined > 0;
    }

    /** Whether the change is complete. */
    boolean isComplete() {
        return complete;
    }

    /** Cursor to resume the run; {@code null} before the first step and when complete. */
    @Nullable
    String next() {
        return next;
    }

    /** The totals as one JSON object. */
    void printJson(PrintWriter out, boolean changed) {
        out.println(Texts.terminalSafe(
                new GsonBuilder().disableHtmlEscaping().serializeNulls().create().toJson(totals(changed))));
    }

    /** The totals as a row. */
    Table table(boolean changed) {
        Map<String, Object> totals = totals(changed);
        return new Table(totals.keySet().toArray(String[]::new)).row(totals.values().toArray());
    }

    private Map<String, Object> totals(boolean changed) {
        Map<String, Object> totals = new LinkedHashMap<>();
        // a resumed run did not count the tasks
        totals.put("matching", total == 0 && examined > 0 ? null : matching);
        totals.put("examined", changed ? examined : total);
        if (changed) {
            for (Outcome outcome : Outcome.values()) {
                totals.put(outcome.name().toLowerCase(Locale.ROOT), count(outcome));
            }
            totals.put("resume", next);
        }
        return totals;
    }
}
