package io.github.asynqee.testkit.assertion;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;

/**
 * A queue to assert on.
 *
 * @param inspector an inspector of its Redis
 * @param name its name
 */
public record TestQueue(Inspector inspector, String name) {

    private static final int PAGE = 1_000;
    private static final Duration BUDGET = Duration.ofSeconds(10);

    /** Creates the queue; both arguments must not be {@code null}. */
    public TestQueue {
        Objects.requireNonNull(inspector, "inspector");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Reads all tasks, in all states.
     *
     * @return the tasks; empty if the queue does not exist
     */
    public List<InspectedTask> tasks() {
        Inspector logical = inspector.logical();
        TaskFilter filter = TaskFilter.ALL.inQueues(name);
        List<InspectedTask> tasks = new ArrayList<>();
        SearchPage page = logical.tasks().search(filter, null, PAGE, BUDGET);
        tasks.addAll(page.tasks());
        while (page.next() != null) {
            page = logical.tasks().search(filter, page.next(), PAGE, BUDGET);
            tasks.addAll(page.tasks());
        }
        return tasks;
    }
}
