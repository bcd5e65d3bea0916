package io.github.asynqee.internal.redis.inspect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.protocol.QueueKeys;

/** Searches tasks by reading one collection after the other, in small steps. */
final class TaskSearch {

    private static final int STEP = 200;
    private static final String SEPARATOR = "\n";

    private final ExistingQueues queues;
    private final QueueReads queueReads;
    private final TaskReads taskReads;

    TaskSearch(ExistingQueues queues, QueueReads queueReads, TaskReads taskReads) {
        this.queues = queues;
        this.queueReads = queueReads;
        this.taskReads = taskReads;
    }

    /** A place in the search: the collection and a position in it. */
    private record Place(String queue, TaskState state, String group, long position) {

        static Place of(String cursor) {
            try {
                String[] parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8)
                        .split(SEPARATOR, -1);
                return new Place(parts[0], TaskState.valueOf(parts[1]), parts[2], Long.parseLong(parts[3]));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException("not the next page of a search: " + cursor, e);
            }
        }

        String toCursor() {
            String text = String.join(SEPARATOR, queue, state.name(), group, String.valueOf(position));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        Place at(long newPosition) {
            return new Place(queue, state, group, newPosition);
        }

        boolean isSameCollection(Place other) {
            return queue.equals(other.queue) && state == other.state && group.equals(other.group);
        }

        String key() {
            QueueKeys keys = QueueKeys.of(queue);
            return state == TaskState.AGGREGATING ? keys.group(group) : RedisInspector.collection(keys, state);
        }
    }

    /**
     * Searches on.
     *
     * @param next the place where an earlier page has ended, {@code null} to begin
     * @param limit how many tasks are returned at most
     * @param mayGoOn asked before each step
     */
    SearchPage search(TaskFilter filter, String next, int limit, BooleanSupplier mayGoOn) {
        List<InspectedTask> found = new ArrayList<>();
        long scanned = 0;
        Iterator<Place> places = from(filter, next == null ? null : Place.of(next)).iterator();
        while (places.hasNext()) {
            Place place = places.next();
            List<InspectedTask> step;
            int taken;
            do {
                if (found.size() >= limit || scanned > 0 && !mayGoOn.getAsBoolean()) {
                    return new SearchPage(found, scanned, place.toCursor());
                }
                step = taskReads.read(QueueKeys.of(place.queue()), place.key(), place.state(), place.position(), STEP);
                taken = 0;
                for (InspectedTask task : step) {
                    taken++;
                    if (task != null && filter.matches(task)) {
                        found.add(task);
                        if (found.size() >= limit) {
                            break;
                        }
                    }
                }
                scanned += taken;
                place = place.at(place.position() + taken);
            } while (taken < step.size() || step.size() == STEP);
        }
        return new SearchPage(found, scanned, null);
    }

    /** All collections from a place on; the first one begins at its position. */
    private Stream<Place> from(TaskFilter filter, Place begin) {
        Stream<Place> all = queues.names().stream()
                .filter(queue -> filter.queues().isEmpty() || filter.queues().contains(queue))
                .flatMap(queue -> collections(queue, filter));
        return begin == null ? all : all.dropWhile(place -> !place.isSameCollection(begin))
                .map(place -> place.isSameCollection(begin) ? begin : place);
    }

    private Stream<Place> collections(String queue, TaskFilter filter) {
        return Stream.of(TaskState.values())
                .filter(state -> filter.states().isEmpty() || filter.states().contains(state))
                .flatMap(state -> state != TaskState.AGGREGATING ? Stream.of(new Place(queue, state, "", 0))
                        : queueReads.groups(QueueKeys.of(queue)).stream().map(GroupInfo::group)
                                .map(group -> new Place(queue, state, group, 0)));
    }
}
