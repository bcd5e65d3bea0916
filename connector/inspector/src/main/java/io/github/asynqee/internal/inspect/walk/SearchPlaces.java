package io.github.asynqee.internal.inspect.walk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.inspect.queue.GroupReads;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * The collections that a search reads: those with tasks. Queues are counted in batches and groups are listed in parts, each
 * when the search reaches them: there may be thousands of empty queues, and a queue may have a million groups.
 */
final class SearchPlaces {

    private static final int QUEUES_PER_STEP = 200;
    private static final int GROUPS_PER_STEP = 100;

    private final QueueReads queueReads;
    private final GroupReads groupReads;
    private static final Logger LOG = System.getLogger(SearchPlaces.class.getName());

    private final TaskFilter filter;
    private final List<String> names;
    private final SearchPlace begin;
    private final Deque<SearchPlace> places = new ArrayDeque<>();
    private int counted;

    /**
     * Creates the places.
     *
     * @param all the names of all queues, in order
     * @param begin where an earlier search has ended, {@code null} for the first place
     */
    SearchPlaces(QueueReads queueReads, GroupReads groupReads, TaskFilter filter, List<String> all, SearchPlace begin) {
        this.queueReads = queueReads;
        this.groupReads = groupReads;
        this.filter = filter;
        this.begin = begin;
        this.names = all.stream().filter(queue -> filter.queues().isEmpty() || filter.queues().contains(queue))
                .filter(queue -> begin == null || queue.compareTo(begin.queue()) >= 0).toList();
    }

    /** The current place, {@code null} at the end. */
    SearchPlace current() {
        if (!places.isEmpty()) {
            return places.peek();
        }
        if (counted == 0 && begin != null) {
            return begin;
        }
        return counted < names.size() ? SearchPlace.beginOf(names.get(counted), TaskState.values()[0]) : null;
    }

    /** Whether the current place is a collection; otherwise {@link #list} has to be called. */
    boolean isAtCollection() {
        return !places.isEmpty() && !places.peek().isListOfGroups();
    }

    /** Goes to another position of the current collection. */
    void moveTo(SearchPlace place) {
        places.pop();
        places.push(place);
    }

    /** Leaves the current collection. */
    void leave() {
        places.pop();
    }

    /** Makes one step towards the next collection: counts some queues, or lists some groups. */
    void list() {
        if (places.isEmpty()) {
            countQueues();
        } else {
            listGroups();
        }
    }

    private void countQueues() {
        int end = Math.min(names.size(), counted + QUEUES_PER_STEP);
        List<QueueKeys> step = names.subList(counted, end).stream().map(QueueKeys::of).toList();
        counted = end;
        for (QueueInfo queue : queueReads.counts(step, this::leaveOut)) {
            for (TaskState state : TaskState.values()) {
                boolean wanted = filter.states().isEmpty() || filter.states().contains(state);
                if (wanted && count(queue, state) > 0 && !isBeforeBegin(queue.queue(), state)) {
                    places.add(first(queue.queue(), state));
                }
            }
        }
    }

    /** A key of another type in one queue hides no task of the others; a search in one queue alone fails. */
    private void leaveOut(QueueKeys queue, BrokerException error) {
        if (names.size() == 1 || error instanceof BrokerUnavailableException
                || error instanceof AmbiguousResultException) {
            throw error;
        }
        LOG.log(Level.DEBUG, () -> "queue \"" + queue.queue() + "\" cannot be read and is left out: " + error);
    }

    private boolean isBeforeBegin(String queue, TaskState state) {
        return begin != null && queue.equals(begin.queue()) && state.compareTo(begin.state()) < 0;
    }

    private SearchPlace first(String queue, TaskState state) {
        boolean resumed = begin != null && queue.equals(begin.queue()) && state == begin.state();
        if (state != TaskState.AGGREGATING || !filter.group().isEmpty()) {
            return resumed && begin.group().equals(state == TaskState.AGGREGATING ? filter.group() : "") ? begin
                    : new SearchPlace(queue, state, state == TaskState.AGGREGATING ? filter.group() : "", 0,
                            GroupReads.BEGIN);
        }
        return SearchPlace.groupsOf(queue, resumed ? begin.scan() : GroupReads.BEGIN);
    }

    /** If the set of groups grows during the search a group may be listed twice. */
    private void listGroups() {
        SearchPlace list = places.pop();
        GroupReads.Step step = groupReads.scan(QueueKeys.of(list.queue()), list.scan(), GROUPS_PER_STEP);
        if (!step.next().equals(GroupReads.BEGIN)) {
            places.push(SearchPlace.groupsOf(list.queue(), step.next()));
        }
        boolean resumed = begin != null && list.queue().equals(begin.queue()) && list.scan().equals(begin.scan());
        List<String> groups = new ArrayList<>(step.names());
        Collections.reverse(groups);
        for (String group : groups) {
            if (!resumed || group.compareTo(begin.group()) >= 0) {
                places.push(new SearchPlace(list.queue(), list.state(), group,
                        resumed && group.equals(begin.group()) ? Math.max(0, begin.position()) : 0, list.scan()));
            }
        }
    }

    private static int count(QueueInfo queue, TaskState state) {
        return switch (state) {
            case PENDING -> queue.pending();
            case ACTIVE -> queue.active();
            case SCHEDULED -> queue.scheduled();
            case RETRY -> queue.retry();
            case ARCHIVED -> queue.archived();
            case COMPLETED -> queue.completed();
            case AGGREGATING -> queue.groups();
        };
    }
}
