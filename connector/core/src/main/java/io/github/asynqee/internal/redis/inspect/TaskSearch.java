package io.github.asynqee.internal.redis.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.protocol.QueueKeys;

/** Searches tasks by reading one collection after the other, in small steps. */
final class TaskSearch {

    private static final int STEP = 200;

    private final ExistingQueues queues;
    private final QueueReads queueReads;
    private final GroupReads groupReads;
    private final TaskReads taskReads;

    TaskSearch(ExistingQueues queues, QueueReads queueReads, GroupReads groupReads, TaskReads taskReads) {
        this.queues = queues;
        this.queueReads = queueReads;
        this.groupReads = groupReads;
        this.taskReads = taskReads;
    }

    /**
     * Searches on.
     *
     * @param next the place where an earlier page has ended, {@code null} to begin
     * @param limit how many tasks are returned at most
     * @param mayGoOn asked before each step but the first one
     */
    SearchPage search(TaskFilter filter, String next, int limit, BooleanSupplier mayGoOn) {
        SearchPlace begin = next == null ? null : SearchPlace.of(next);
        SearchPlaces places = new SearchPlaces(queueReads, groupReads, filter, queues.names(), begin);
        List<InspectedTask> found = new ArrayList<>();
        long scanned = 0;
        int lists = 0;
        boolean advanced = false;
        while (places.current() != null) {
            if (found.size() >= limit || advanced && !mayGoOn.getAsBoolean()) {
                return new SearchPage(found, scanned, places.current().toCursor());
            }
            if (places.isAtCollection()) {
                scanned += read(places, filter, limit, found);
                advanced = true;
            } else {
                places.list();
                lists++;
                // the first list only leads back to the begin
                advanced |= lists > 1 && !places.isAtCollection();
            }
        }
        return new SearchPage(found, scanned, null);
    }

    /** Reads some tasks of the current collection; returns how many. */
    private int read(SearchPlaces places, TaskFilter filter, int limit, List<InspectedTask> found) {
        SearchPlace place = places.current();
        List<InspectedTask> step = taskReads.read(QueueKeys.of(place.queue()), place.key(), place.state(),
                place.position(), STEP);
        int taken = 0;
        while (taken < step.size() && found.size() < limit) {
            InspectedTask task = step.get(taken++);
            if (task != null && filter.matches(task)) {
                found.add(task);
            }
        }
        if (taken == step.size() && step.size() < STEP) {
            places.leave();
        } else {
            places.moveTo(place.at(place.position() + taken));
        }
        return taken;
    }
}
