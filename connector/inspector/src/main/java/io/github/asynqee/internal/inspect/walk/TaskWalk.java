package io.github.asynqee.internal.inspect.walk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.inspect.queue.ExistingQueues;
import io.github.asynqee.internal.inspect.queue.SetMembers;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/**
 * Walks through the tasks of the queues and states of a filter: one collection after the other, page by page. A collection whose
 * key has another type is left out, unless the filter names its queue alone.
 */
public final class TaskWalk {

    private static final Logger LOG = System.getLogger(TaskWalk.class.getName());

    private final ExistingQueues queues;
    private final RedisExecutor executor;
    private final TaskPages pages;

    public TaskWalk(ExistingQueues queues, RedisExecutor executor, TaskReads reads) {
        this.queues = queues;
        this.executor = executor;
        this.pages = new TaskPages(executor, reads);
    }

    /** Gets the tasks of a walk. */
    interface Visitor {

        /**
         * Visits the tasks of a page in their order.
         *
         * @param gone to be filled with those that the visit removes from the collection
         * @return how many were visited
         */
        int visit(TaskPlace place, WalkedPage page, Set<WalkedTask> gone);

        /** Whether no more tasks are to be visited. */
        boolean isFull();

        /** Whether something was visited that would be lost by an exception. */
        boolean hasVisited();
    }

    /**
     * Walks on.
     *
     * @param from where to begin; with an empty name of a queue at the beginning
     * @param states all states in the order of the walk
     * @param mayGoOn asked before each call to Redis but the first one
     * @return where the walk continues, {@code null} at its end
     */
    BulkCursor walk(TaskFilter filter, BulkCursor from, List<TaskState> states, Visitor visitor,
            BooleanSupplier mayGoOn) {
        List<String> names = queues.names().stream()
                .filter(queue -> filter.queues().isEmpty() || filter.queues().contains(queue))
                .filter(queue -> queue.compareTo(from.queue()) >= 0).toList();
        boolean worked = false;
        for (String queue : names) {
            BulkCursor begin = queue.equals(from.queue()) ? from
                    : new BulkCursor(from.walk(), from.run(), queue, states.get(0), "", List.of());
            if (worked && !mayGoOn.getAsBoolean()) {
                return begin;
            }
            BulkCursor end = walkQueue(filter, begin, states, visitor, mayGoOn);
            if (end != null) {
                return end;
            }
            worked = true;
        }
        return null;
    }

    private BulkCursor walkQueue(TaskFilter filter, BulkCursor begin, List<TaskState> states, Visitor visitor,
            BooleanSupplier mayGoOn) {
        BulkCursor at = begin;
        try {
            for (TaskPlace place : places(filter, begin, states)) {
                boolean resumed = place.state() == begin.state() && place.group().equals(begin.group());
                at = new BulkCursor(begin.walk(), begin.run(), begin.queue(), place.state(), place.group(),
                        resumed ? begin.position() : List.of());
                boolean more = true;
                while (more) {
                    if (visitor.isFull() || visitor.hasVisited() && !mayGoOn.getAsBoolean()) {
                        return at;
                    }
                    WalkedPage page = page(filter, place, at.position());
                    Set<WalkedTask> gone = new HashSet<>();
                    int visited = visitor.visit(place, page, gone);
                    more = !page.isLast() || visited < page.tasks().size();
                    at = new BulkCursor(at.walk(), at.run(), at.queue(), at.state(), at.group(),
                            page.positions().after(visited, gone));
                }
            }
            return null;
        } catch (BrokerException e) {
            if (!visitor.hasVisited()) {
                throw e.getClass() == BrokerException.class
                        ? new BrokerException("queue \"" + begin.queue() + "\": " + e.getMessage(), e.getCause()) : e;
            }
            return at;
        }
    }

    /** The collections of a queue that are not empty, from a place on. */
    private List<TaskPlace> places(TaskFilter filter, BulkCursor begin, List<TaskState> states) {
        QueueKeys keys = QueueKeys.of(begin.queue());
        List<TaskState> walked = states.stream().dropWhile(state -> state != begin.state())
                .filter(state -> filter.states().isEmpty() || filter.states().contains(state)).toList();
        List<Reply> sizes = executor.send(walked.stream().map(state -> size(keys, state)).toList());
        List<TaskPlace> places = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            TaskState state = walked.get(i);
            if (!isLeftOut(filter, keys, sizes.get(i).error()) && Replies.number(sizes.get(i).get()) > 0) {
                (state == TaskState.AGGREGATING ? groups(keys, filter.group()) : Stream.of(""))
                        .filter(group -> state != begin.state() || group.compareTo(begin.group()) >= 0)
                        .map(group -> new TaskPlace(keys, state, group)).forEach(places::add);
            }
        }
        return places;
    }

    private WalkedPage page(TaskFilter filter, TaskPlace place, List<String> position) {
        try {
            return pages.read(place, position);
        } catch (BrokerException e) {
            if (isLeftOut(filter, place.keys(), e)) {
                return new WalkedPage(List.of(), true, 0, (visited, gone) -> position);
            }
            throw e;
        }
    }

    /** A failure of one queue prevents no visit of the tasks of others. */
    private static boolean isLeftOut(TaskFilter filter, QueueKeys keys, BrokerException error) {
        if (error == null || !RedisErrors.isWrongType(error) || filter.queues().size() == 1) {
            return false;
        }
        LOG.log(Level.WARNING,
                () -> "a part of queue \"" + keys.queue() + "\" cannot be read and is left out: " + error.getMessage());
        return true;
    }

    private static RedisCommand size(QueueKeys keys, TaskState state) {
        return state == TaskState.AGGREGATING ? RedisCommand.command(Command.SCARD).key(keys.groups())
                : new TaskPlace(keys, state, "").size();
    }

    private Stream<String> groups(QueueKeys keys, String only) {
        if (!only.isEmpty()) {
            return Stream.of(only);
        }
        return SetMembers.read(executor, keys.groups()).stream();
    }
}
