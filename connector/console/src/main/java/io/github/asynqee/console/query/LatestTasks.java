package io.github.asynqee.console.query;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Reads the tasks of queues round-robin, so that a long queue does not hide other queues. For each state it reads the
 * latest tasks first; for scheduled tasks, the tasks that run soonest.
 */
public final class LatestTasks {

    /** The latest tasks first; scheduled tasks after all others, the soonest first. */
    public static final Comparator<InspectedTask> LATEST_FIRST = Comparator.comparing(LatestTasks::isLater)
            .thenComparing((one, other) -> isLater(one) ? compare(one, other) : compare(other, one));

    private static final Logger LOG = System.getLogger(LatestTasks.class.getName());
    /** The states whose tasks are listed with the latest one at the end. */
    private static final Set<TaskState> ASCENDING = EnumSet.of(TaskState.PENDING, TaskState.ACTIVE, TaskState.ARCHIVED,
            TaskState.COMPLETED);

    /** Up to this number, lists are read even if they were empty some seconds ago. */
    public static final int FEW = 50;

    /** Total size of payloads and results, in bytes, after which no further list is read. */
    private static final long MAX_BYTES = 16_000_000;

    private final Inspector inspector;
    private final int page;
    private long bytes;

    /** @param page how many tasks of a queue and state are read in a turn */
    public LatestTasks(Inspector inspector, int page) {
        this.inspector = inspector;
        this.page = page;
    }

    private static boolean isLater(InspectedTask task) {
        return task.info().state() == TaskState.SCHEDULED;
    }

    /** A task whose time is not known is older than all others. */
    private static int compare(InspectedTask one, InspectedTask other) {
        return one.since() == null || other.since() == null
                ? Boolean.compare(one.since() != null, other.since() != null)
                : one.since().compareTo(other.since());
    }

    /** A queue, with the number of its tasks in each state. */
    public record Source(String queue, Map<TaskState, Long> counts) {}

    /**
     * The extent of a read.
     *
     * @param examined the number of tasks
     * @param total the number of all tasks in the queues and states of the query
     * @param fair whether each queue and state had its turn
     * @param complete whether all tasks were read
     */
    public record Read(long examined, long total, boolean fair, boolean complete) {}

    /** The tasks of one queue and state, and how many of them were read. */
    private static final class Part {
        private final String queue;
        private final TaskState state;
        private final long tasks;
        private final long last;
        private long next;

        Part(String queue, TaskState state, long tasks, int page) {
            this.queue = queue;
            this.state = state;
            this.tasks = tasks;
            // one more: there may be more tasks since they were counted
            this.last = tasks / page + 1;
            this.next = isAscending() ? last : 1;
        }

        boolean isAscending() {
            return ASCENDING.contains(state);
        }

        boolean isOver() {
            return isAscending() ? next < 1 : next > last;
        }

        void step() {
            next += isAscending() ? -1 : 1;
        }
    }

    /**
     * Reads a page of each queue and state, then the next page of each.
     *
     * @param sources in the order of their turns
     * @param turns maximum number of turns
     * @param atMost the number of tasks after which no other turn begins
     * @param found gets the tasks that match
     */
    public Read read(List<Source> sources, Query query, int turns, long atMost, Duration budget,
            Consumer<InspectedTask> found) {
        long end = System.nanoTime() + budget.toNanos();
        Deque<Part> parts = new ArrayDeque<>(parts(sources, query.filter()));
        long total = parts.stream().mapToLong(part -> part.tasks).sum();
        boolean isOnlyOne = sources.size() == 1;
        long examined = 0;
        int turn = 0;
        boolean hasRead = false;
        while (!parts.isEmpty() && turn < turns && examined < atMost) {
            for (int i = parts.size(); i > 0; i--) {
                if (hasRead && (System.nanoTime() - end >= 0 || bytes > MAX_BYTES)) {
                    return new Read(examined, total, turn > 0, false);
                }
                hasRead = true;
                Part part = parts.remove();
                examined += turn(part, query, isOnlyOne, found);
                if (!part.isOver()) {
                    parts.add(part);
                }
            }
            turn++;
        }
        return new Read(examined, total, true, parts.isEmpty());
    }

    private List<Part> parts(List<Source> sources, TaskFilter filter) {
        List<Part> parts = new ArrayList<>();
        int states = filter.states().isEmpty() ? TaskState.values().length : filter.states().size();
        // the numbers are some seconds old, so a few lists are read even if they were empty
        boolean readsEmpty = sources.size() * states <= FEW;
        for (Source source : sources) {
            source.counts().forEach((state, tasks) -> {
                if ((tasks > 0 || readsEmpty) && (filter.states().isEmpty() || filter.states().contains(state))
                        && (filter.queues().isEmpty() || filter.queues().contains(source.queue()))) {
                    parts.add(new Part(source.queue(), state, tasks, page));
                }
            });
        }
        return parts;
    }

    private static long size(byte[] content) {
        return content == null ? 0 : content.length;
    }

    /** Reads one page of a part. The last page of a list can be short; then one more page is read. */
    private long turn(Part part, Query query, boolean isOnlyOne, Consumer<InspectedTask> found) {
        long examined = 0;
        try {
            do {
                List<InspectedTask> tasks = part.state == TaskState.AGGREGATING ? ofGroups(part, query)
                        : inspector.tasks().list(part.queue, part.state, (int) part.next, page);
                part.step();
                examined += tasks.size();
                tasks.forEach(task -> bytes += size(task.info().payload()) + size(task.result()));
                tasks.stream().filter(task -> query.filter().matches(task) && query.matches(task)).forEach(found);
            } while (part.isAscending() && !part.isOver() && examined < page);
        } catch (QueueNotFoundException e) {
            part.next = part.isAscending() ? 0 : part.last + 1;
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            throw e;
        } catch (BrokerException e) {
            if (isOnlyOne) {
                throw e;
            }
            LOG.log(Level.DEBUG, () -> "a part of queue \"" + part.queue + "\" cannot be read and is left out: " + e);
            part.next = part.isAscending() ? 0 : part.last + 1;
        }
        return examined;
    }

    /** Reads tasks of some groups; the groups of a queue are not sorted. */
    private List<InspectedTask> ofGroups(Part part, Query query) {
        part.next = part.last;
        return inspector.tasks()
                .search(query.filter().inQueues(part.queue).inStates(TaskState.AGGREGATING), task -> true,
                        null, page, Duration.ofMillis(100))
                .tasks();
    }
}
