package io.github.asynqee.internal.inspect.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.inspect.queue.ExistingQueues;
import io.github.asynqee.internal.inspect.queue.GroupReads;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.task.TaskReads;

/** Searches tasks by reading one collection after the other, in small steps. */
public final class TaskSearch {

    /** A page ends with the task with which the payloads and results found exceed this. */
    private static final long PAGE_BYTES = 8_000_000;
    /** After how many tasks of a step the time is checked. */
    private static final int TASKS_PER_LOOK = 32;

    private final ExistingQueues queues;
    private final QueueReads queueReads;
    private final GroupReads groupReads;
    private final TaskReads taskReads;

    public TaskSearch(ExistingQueues queues, QueueReads queueReads, GroupReads groupReads, TaskReads taskReads) {
        this.queues = queues;
        this.queueReads = queueReads;
        this.groupReads = groupReads;
        this.taskReads = taskReads;
    }

    /**
     * Searches on.
     *
     * @param condition a further condition for tasks of the filter
     * @param next the place where an earlier page has ended, {@code null} to begin
     * @param limit how many tasks are returned at most
     * @param mayGoOn asked before each step but the first one, and after some tasks of a step
     */
    SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, String next, int limit,
            BooleanSupplier mayGoOn) {
        SearchPlace begin = next == null ? null : SearchPlace.of(next);
        SearchPlaces places = new SearchPlaces(queueReads, groupReads, filter, queues.names(), begin);
        Found found = new Found(filter, condition, limit, mayGoOn);
        long scanned = 0;
        int lists = 0;
        boolean advanced = false;
        while (places.current() != null) {
            if (found.isFull() || advanced && !mayGoOn.getAsBoolean()) {
                return new SearchPage(found.tasks, scanned, places.current().toCursor());
            }
            if (places.isAtCollection()) {
                scanned += read(places, found);
                advanced = true;
            } else {
                places.list();
                lists++;
                // the first list only leads back to the begin
                advanced |= lists > 1 && !places.isAtCollection();
            }
        }
        return new SearchPage(found.tasks, scanned, null);
    }

    /** The tasks of a page. */
    private static final class Found {

        private final TaskFilter filter;
        private final Predicate<InspectedTask> condition;
        private final int limit;
        private final BooleanSupplier mayGoOn;
        private final List<InspectedTask> tasks = new ArrayList<>();
        private long bytes;

        private Found(TaskFilter filter, Predicate<InspectedTask> condition, int limit, BooleanSupplier mayGoOn) {
            this.filter = filter;
            this.condition = condition;
            this.limit = limit;
            this.mayGoOn = mayGoOn;
        }

        /** Takes those that match until the page is full or the time is over; returns how many were examined. */
        private int take(List<InspectedTask> step) {
            int taken = 0;
            while (taken < step.size() && !isFull()
                    && (taken == 0 || taken % TASKS_PER_LOOK != 0 || mayGoOn.getAsBoolean())) {
                InspectedTask task = step.get(taken++);
                if (task != null && filter.matches(task) && condition.test(task)) {
                    tasks.add(task);
                    bytes += size(task.info().payload()) + size(task.result());
                }
            }
            return taken;
        }

        private boolean isFull() {
            return tasks.size() >= limit || bytes > PAGE_BYTES;
        }

        private static int size(byte[] content) {
            return content == null ? 0 : content.length;
        }
    }

    /** Reads some tasks of the current collection; returns how many. */
    private int read(SearchPlaces places, Found found) {
        SearchPlace place = places.current();
        TaskReads.Chunk step = taskReads.read(place.collection(), place.position());
        int taken = found.take(step.tasks());
        if (taken == step.tasks().size() && step.isLast()) {
            places.leave();
        } else {
            places.moveTo(place.at(place.position() + taken));
        }
        return taken;
    }
}
