package io.github.asynqee.console.api;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.view.QueueRow;

/** The columns by which queues can be sorted. */
final class QueueOrder {

    private static final Map<String, Comparator<QueueRow>> COLUMNS = new TreeMap<>();

    static {
        COLUMNS.put("name", Comparator.comparing(QueueRow::name));
        COLUMNS.put("state", Comparator.comparing(QueueRow::state));
        number("pending", QueueRow::pending);
        number("active", QueueRow::active);
        number("scheduled", QueueRow::scheduled);
        number("retry", QueueRow::retry);
        number("archived", QueueRow::archived);
        number("completed", QueueRow::completed);
        number("aggregating", QueueRow::aggregating);
        number("groups", QueueRow::groups);
        number("size", QueueRow::size);
        number("memoryBytes", QueueRow::memoryBytes);
        number("latencyMs", row -> row.latencyMs().toMillis());
        number("processedToday", QueueRow::processedToday);
        number("failedToday", QueueRow::failedToday);
        number("processedTotal", QueueRow::processedTotal);
        number("failedTotal", QueueRow::failedTotal);
        number("consumers", QueueRow::consumers);
    }

    private QueueOrder() {}

    private static void number(String column, ToLongFunction<QueueRow> value) {
        COLUMNS.put(column, Comparator.comparingLong(value));
    }

    /** Queues with equal values are sorted by name. */
    static Comparator<QueueRow> of(String column, String direction) {
        Comparator<QueueRow> order = COLUMNS.get(column == null ? "name" : column);
        if (order == null) {
            throw ProblemException.badRequest("sort must be one of " + COLUMNS.keySet() + ".");
        }
        String dir = direction == null ? "asc" : direction.toLowerCase(Locale.ROOT);
        if (!dir.equals("asc") && !dir.equals("desc")) {
            throw ProblemException.badRequest("dir must be asc or desc.");
        }
        return (dir.equals("asc") ? order : order.reversed()).thenComparing(QueueRow::name);
    }
}
