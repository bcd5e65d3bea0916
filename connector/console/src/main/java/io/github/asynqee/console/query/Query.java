package io.github.asynqee.console.query;

import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;

/**
 * A parsed query: the filter of the inspector, and the conditions to check for each task that it finds.
 *
 * @param text the normalized text, which parses to the same query
 * @param filter the queues and states that are read, and the clauses that the inspector can check
 * @param rest the other conditions; all must be true
 */
public record Query(String text, TaskFilter filter, List<Predicate<InspectedTask>> rest) {

    /** Copies the predicates. */
    public Query {
        rest = List.copyOf(rest);
    }

    /** Whether a task found by {@link #filter} fulfils the other conditions too. */
    public boolean matches(InspectedTask task) {
        return rest.stream().allMatch(condition -> condition.test(task));
    }

    /** Returns the same query for only these states; returns this query if it excludes some of them. */
    public Query within(TaskState... states) {
        boolean everywhere = filter.states().isEmpty() || filter.states().containsAll(List.of(states));
        return everywhere ? new Query(text, filter.inStates(states), rest) : this;
    }
}
