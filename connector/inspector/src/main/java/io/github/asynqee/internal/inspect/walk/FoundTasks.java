package io.github.asynqee.internal.inspect.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import org.jspecify.annotations.Nullable;

/** Collects the tasks of a page of a search. */
final class FoundTasks implements TaskWalk.Visitor {

    /** A page ends with the task at which the total size of payloads and results exceeds this. */
    private static final long PAGE_BYTES = 8_000_000;
    /** The time is checked after this many tasks. */
    private static final int TASKS_PER_LOOK = 32;

    private final Predicate<InspectedTask> condition;
    private final int limit;
    private final BooleanSupplier mayGoOn;
    private final List<InspectedTask> tasks = new ArrayList<>();
    private long bytes;
    private long examined;

    FoundTasks(Predicate<InspectedTask> condition, int limit, BooleanSupplier mayGoOn) {
        this.condition = condition;
        this.limit = limit;
        this.mayGoOn = mayGoOn;
    }

    List<InspectedTask> tasks() {
        return tasks;
    }

    /** The number of tasks that were read. */
    long examined() {
        return examined;
    }

    /** Collects matching tasks until the page is full or the time has elapsed. */
    @Override
    public int visit(TaskPlace place, WalkedPage page, Set<WalkedTask> gone) {
        int visited = 0;
        while (visited < page.tasks().size() && !isFull()
                && (visited == 0 || visited % TASKS_PER_LOOK != 0 || mayGoOn.getAsBoolean())) {
            InspectedTask task = page.tasks().get(visited++).task();
            if (task != null && condition.test(task)) {
                tasks.add(task);
                bytes += size(task.info().payload()) + size(task.result());
            }
        }
        examined += visited;
        return visited;
    }

    @Override
    public boolean isFull() {
        return tasks.size() >= limit || bytes > PAGE_BYTES;
    }

    @Override
    public boolean hasVisited() {
        return examined > 0;
    }

    private static int size(byte @Nullable [] content) {
        return content == null ? 0 : content.length;
    }
}
