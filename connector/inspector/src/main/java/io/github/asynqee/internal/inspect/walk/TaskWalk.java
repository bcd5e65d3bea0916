package io.github.asynqee.internal.inspect.walk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.inspect.queue.GroupReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.SetMembers;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * Walks through the tasks of the queues and states of a filter, one collection after the other, page by page. Counts
 * queues in chunks, because there may be thousands of empty queues.
 *
 * <p>A walk for changes or counts reads lists from the newest task to the next task to run, and groups by name. A
 * walk for a search reads lists in the order in which tasks run, and scans the groups, because a queue may have a
 * million. If the set of groups grows during the walk, it may read a group twice.
 */
public final class TaskWalk {

    private static final Logger LOG = System.getLogger(TaskWalk.class.getName());
    private static final int QUEUES_PER_STEP = 50;
    private static final int GROUPS_PER_STEP = 100;

    private final QueueResolver queues;
    private final RedisExecutor executor;
    private final GroupReads groups;
    private final TaskPages pages;
    private final boolean search;

    private TaskWalk(QueueResolver queues, RedisExecutor executor, TaskReads reads, boolean search) {
        this.queues = queues;
        this.executor = executor;
        this.groups = new GroupReads(executor);
        this.pages = new TaskPages(executor, reads, search);
        this.search = search;
    }

    /**
     * Creates a walk for changes and counts. It skips a collection with a key of the wrong type, unless its queue is
     * the only one.
     */
    public static TaskWalk ofChanges(QueueResolver queues, RedisExecutor executor, TaskReads reads) {
        return new TaskWalk(queues, executor, reads, false);
    }

    /** Creates a walk for searches. It skips a collection that cannot be read, unless its queue is the only one. */
    public static TaskWalk ofSearches(QueueResolver queues, RedisExecutor executor, TaskReads reads) {
        return new TaskWalk(queues, executor, reads, true);
    }

    /** Receives the tasks of a walk. */
    interface Visitor {

        /**
         * Visits the tasks of a page in their order.
         *
         * @param gone add tasks here that the visit removes from the collection
         * @return the number of visited tasks
         */
        int visit(TaskPlace place, WalkedPage page, Set<WalkedTask> gone);

        /** Whether the walk should stop. */
        boolean isFull();

        /** Whether the visitor has results that an exception would lose. */
        boolean hasVisited();
    }

    /**
     * Continues a walk.
     *
     * @param from where to continue; with an empty queue name at the beginning
     * @param states all states in the order of the walk
     * @param mayGoOn whether to continue; called before each call to Redis except the first
     * @return the cursor to continue from, {@code null} at the end
     */
    @Nullable
    WalkCursor walk(TaskFilter filter, WalkCursor from, List<TaskState> states, Visitor visitor,
            BooleanSupplier mayGoOn) {
        List<QueueKeys> walked = queues.all().stream()
                .filter(keys -> filter.queues().isEmpty() || filter.queues().contains(keys.queue())).toList();
        return new Part(filter, states, visitor, mayGoOn, walked.size() == 1, from).walk(
                walked.stream().filter(keys -> keys.queue().compareTo(from.queue()) >= 0).toList());
    }

    /** The part of a walk that one call takes. */
    private final class Part {

        private final TaskFilter filter;
        private final List<TaskState> states;
        /** The states of the filter. */
        private final List<TaskState> wanted;
        private final Visitor visitor;
        private final BooleanSupplier mayGoOn;
        private final boolean ofOneQueue;
        private WalkCursor at;
        /** Whether this part of the walk has made progress. */
        private boolean advanced;

        Part(TaskFilter filter, List<TaskState> states, Visitor visitor, BooleanSupplier mayGoOn, boolean ofOneQueue,
                WalkCursor from) {
            this.filter = filter;
            this.states = states;
            this.wanted = states.stream()
                    .filter(state -> filter.states().isEmpty() || filter.states().contains(state)).toList();
            this.visitor = visitor;
            this.mayGoOn = mayGoOn;
            this.ofOneQueue = ofOneQueue;
            this.at = from;
        }

        private boolean isOver() {
            return visitor.isFull() || advanced && !mayGoOn.getAsBoolean();
        }

        @Nullable
        WalkCursor walk(List<QueueKeys> queues) {
            try {
                for (int i = 0; i < queues.size(); i += QUEUES_PER_STEP) {
                    if (!walkQueues(queues.subList(i, Math.min(queues.size(), i + QUEUES_PER_STEP)))) {
                        return at;
                    }
                }
                return null;
            } catch (BrokerException e) {
                if (!visitor.hasVisited()) {
                    throw e.getClass() == BrokerException.class
                            ? new BrokerException("queue \"" + at.queue() + "\": " + e.getMessage(), e.getCause()) : e;
                }
                return at;
            }
        }

        /** Walks through queues; returns whether it reached the end. */
        private boolean walkQueues(List<QueueKeys> step) {
            enter(step.get(0));
            if (isOver()) {
                return false;
            }
            List<Reply> sizes = executor.send(
                    step.stream().flatMap(keys -> wanted.stream().map(state -> size(keys, state))).toList());
            for (int i = 0; i < step.size(); i++) {
                enter(step.get(i));
                if (!walkQueue(step.get(i), sizes.subList(i * wanted.size(), (i + 1) * wanted.size()))) {
                    return false;
                }
            }
            advanced = true;
            return true;
        }

        private void enter(QueueKeys keys) {
            if (!at.queue().equals(keys.queue())) {
                at = at.at(keys.queue(), states.get(0), "", GroupReads.BEGIN, List.of());
            }
        }

        private boolean walkQueue(QueueKeys keys, List<Reply> sizes) {
            WalkCursor begin = at;
            for (int i = 0; i < wanted.size(); i++) {
                TaskState state = wanted.get(i);
                if (states.indexOf(state) >= states.indexOf(begin.state()) && hasTasks(keys, sizes.get(i))
                        && !walkState(keys, state, begin)) {
                    return false;
                }
            }
            return true;
        }

        private boolean hasTasks(QueueKeys keys, Reply size) {
            return !isLeftOut(keys, size.error()) && Replies.number(size.get()) > 0;
        }

        private boolean walkState(QueueKeys keys, TaskState state, WalkCursor begin) {
            boolean resumed = state == begin.state();
            String scan = resumed ? begin.scan() : GroupReads.BEGIN;
            do {
                resumed &= scan.equals(begin.scan());
                at = at.at(keys.queue(), state, resumed ? begin.group() : "", scan,
                        resumed ? begin.position() : List.of());
                if (isOver()) {
                    return false;
                }
                GroupReads.Step step = groups(keys, state, scan);
                for (String group : step.names()) {
                    int order = resumed ? group.compareTo(begin.group()) : 1;
                    if (order >= 0) {
                        at = at.at(keys.queue(), state, group, scan, order == 0 ? begin.position() : List.of());
                        if (!walkPlace(new TaskPlace(keys, state, group))) {
                            return false;
                        }
                    }
                }
                scan = step.next();
                advanced = true;
            } while (!scan.equals(GroupReads.BEGIN));
            return true;
        }

        private GroupReads.Step groups(QueueKeys keys, TaskState state, String scan) {
            if (state != TaskState.AGGREGATING) {
                return new GroupReads.Step(List.of(""), GroupReads.BEGIN);
            }
            if (!filter.group().isEmpty()) {
                return new GroupReads.Step(List.of(filter.group()), GroupReads.BEGIN);
            }
            return search ? groups.scan(keys, scan, GROUPS_PER_STEP)
                    : new GroupReads.Step(List.copyOf(SetMembers.read(executor, keys.groups())), GroupReads.BEGIN);
        }

        private boolean walkPlace(TaskPlace place) {
            boolean more = true;
            while (more) {
                if (isOver()) {
                    return false;
                }
                WalkedPage page = page(place, at.position());
                Set<WalkedTask> gone = new HashSet<>();
                int visited = visitor.visit(place, page, gone);
                more = !page.isLast() || visited < page.tasks().size();
                at = at.at(at.queue(), at.state(), at.group(), at.scan(), page.positions().after(visited, gone));
                advanced = true;
            }
            return true;
        }

        private WalkedPage page(TaskPlace place, List<String> position) {
            try {
                return pages.read(place, position);
            } catch (BrokerException e) {
                if (isLeftOut(place.keys(), e)) {
                    return new WalkedPage(List.of(), true, 0, (visited, gone) -> position);
                }
                throw e;
            }
        }

        /** Whether to skip a queue that failed, so that the walk continues with other queues. */
        private boolean isLeftOut(QueueKeys keys, BrokerException error) {
            boolean lost = error instanceof BrokerUnavailableException || error instanceof AmbiguousResultException;
            if (error == null || lost || ofOneQueue || !search && !RedisErrors.isWrongType(error)) {
                return false;
            }
            LOG.log(search ? Level.DEBUG : Level.WARNING, () -> "a part of queue \"" + keys.queue()
                    + "\" cannot be read and is skipped: " + error.getMessage());
            return true;
        }
    }

    private static RedisCommand size(QueueKeys keys, TaskState state) {
        return state == TaskState.AGGREGATING ? RedisCommand.command(Command.SCARD).key(keys.groups())
                : new TaskPlace(keys, state, "").size();
    }
}
