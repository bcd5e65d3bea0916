package io.github.asynqee.console.query;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;

/** Searches with clauses that the inspector cannot check. */
public final class TaskSearch {

    private final Inspector inspector;

    public TaskSearch(Inspector inspector) {
        this.inspector = inspector;
    }

    /**
     * A part of the result.
     *
     * @param tasks the tasks found
     * @param examined the number of tasks read for it
     * @param next where the search continues, {@code null} at the end
     */
    public record Found(List<InspectedTask> tasks, long examined, String next) {}

    /**
     * Searches until enough tasks are found, the time limit is reached, or all tasks are read.
     *
     * @param query which tasks
     * @param cursor where to begin, {@code null} for the beginning
     * @param limit how many tasks are enough
     * @param budget the time
     */
    public Found search(Query query, String cursor, int limit, Duration budget) {
        SearchPage page = inspector.tasks().search(query.filter(), query::matches, cursor, limit, budget);
        return new Found(List.copyOf(page.tasks()), page.examined(), page.next());
    }
}
