package io.github.asynqee.console.query;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;

/** Searches with clauses that the inspector cannot check. */
public final class TaskSearch {

    private static final int MAX_PAGE = Math.min(1_000, Inspector.MAX_PAGE_SIZE);
    private static final int FEW = 4;

    private final Inspector inspector;

    public TaskSearch(Inspector inspector) {
        this.inspector = inspector;
    }

    /**
     * A part of the result.
     *
     * @param tasks those found
     * @param examined the number of tasks read for it
     * @param next where the search goes on, {@code null} at the end
     */
    public record Found(List<InspectedTask> tasks, long examined, String next) {}

    /**
     * Searches until enough tasks are found, the time is over, or all tasks are read.
     *
     * @param query which tasks
     * @param cursor where to begin, {@code null} for the beginning
     * @param limit how many tasks are enough; with clauses that the inspector cannot check up to twice as many are returned
     * @param budget the time
     */
    public Found search(Query query, String cursor, int limit, Duration budget) {
        long end = System.nanoTime() + budget.toNanos();
        BooleanSupplier inTime = () -> System.nanoTime() - end < 0;
        List<InspectedTask> tasks = new ArrayList<>();
        long examined = 0;
        String next = cursor;
        int size = limit;
        do {
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            SearchPage page = inspector.search(query.filter(), next, size, left);
            List<InspectedTask> matching = page.tasks().stream().filter(query::matches).toList();
            if (size > limit && tasks.size() + matching.size() > 2L * limit) {
                size = limit;
                continue;
            }
            tasks.addAll(matching);
            examined += page.scanned();
            next = page.next();
            // where few tasks match, each call reads more of them
            size = matching.size() * FEW < size ? Math.min(size * 2, MAX_PAGE) : limit;
        } while (next != null && tasks.size() < limit && inTime.getAsBoolean());
        return new Found(List.copyOf(tasks), examined, next);
    }
}
