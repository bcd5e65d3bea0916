package io.github.asynqee.broker;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.broker.Demand.Route;
import io.github.asynqee.broker.MatchingTasks.RouteState;
import io.github.asynqee.protocol.QueueKeys;

/** Takes pending tasks. If the answer to a call is lost, the next call for its queue brings what that one has leased. */
final class RedisDequeue {

    private static final int MAX_TASKS = 1_000;
    private static final String NONE = "";
    /** Where the routes begin in the reply. */
    private static final int ROUTES = 5;

    private final RedisCalls calls;
    private final Clock clock;
    private final Receipts receipts;

    RedisDequeue(RedisCalls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
        this.receipts = new Receipts(calls, clock);
    }

    /** Takes the next tasks, whatever their types. */
    DequeuedTasks next(String queue, int max) {
        requireWithinBounds(max);
        QueueKeys keys = QueueKeys.of(queue);
        DequeuedTasks recalled = receipts.recall(keys);
        if (recalled.size() > 0) {
            return recalled;
        }
        Receipts.Call call = nextCall();
        List<?> reply = send(taking(Script.DEQUEUE, keys, call).arg(max), queue, call);
        return isPaused(reply) ? paused() : tasks(queue, reply, 1, call);
    }

    /** Takes the next tasks for which there are lanes. */
    MatchingTasks matching(String queue, Demand demand) {
        demand.routes().forEach(route -> requireWithinBounds(Math.max(1, route.max())));
        QueueKeys keys = QueueKeys.of(queue);
        DequeuedTasks recalled = receipts.recall(keys);
        if (recalled.size() > 0) {
            return new MatchingTasks(recalled, 0, QueueEnds.EMPTY, null, unchanged(demand));
        }
        Receipts.Call call = nextCall();
        RedisCall taking = taking(Script.DEQUEUE_MATCHING, keys, call).arg(Demand.LOOK_AHEAD).arg(demand.head())
                .arg(orNone(demand.putAside()));
        for (Route route : demand.routes()) {
            taking.arg(route.kind() == Demand.Kind.GROUP ? "g" : "t").arg(route.prefix()).arg(route.max())
                    .arg(orNone(route.mark()));
        }
        List<?> reply = send(taking, queue, call);
        if (isPaused(reply)) {
            return new MatchingTasks(paused(), 0, QueueEnds.EMPTY, null, List.of());
        }
        int firstTask = ROUTES + 2 * demand.routes().size();
        List<RouteState> routes = new ArrayList<>();
        for (int i = ROUTES; i < firstTask; i += 2) {
            String mark = Replies.text(reply.get(i));
            routes.add(new RouteState(mark.equals(NONE) ? null : mark, Replies.number(reply.get(i + 1)) == 1));
        }
        QueueEnds ends = new QueueEnds(Replies.text(reply.get(2)), Replies.text(reply.get(3)));
        return new MatchingTasks(tasks(queue, reply, firstTask, call), (int) Replies.number(reply.get(1)), ends,
                Replies.text(reply.get(4)), routes);
    }

    private static void requireWithinBounds(int max) {
        if (max < 1 || max > MAX_TASKS) {
            throw new IllegalArgumentException("max must be from 1 to " + MAX_TASKS + ": " + max);
        }
    }

    private Receipts.Call nextCall() {
        return receipts.next(Times.seconds(clock.instant().plus(Lease.DURATION)));
    }

    /** What both scripts need. */
    private RedisCall taking(Script script, QueueKeys keys, Receipts.Call call) {
        return RedisCall.script(script).key(keys.pending()).key(keys.paused()).key(keys.active()).key(keys.lease())
                .key(receipts.key(keys.queue())).arg(call.expiry()).arg(keys.taskPrefix()).arg(call.name())
                .arg(Receipts.LIFE.getSeconds());
    }

    private List<?> send(RedisCall taking, String queue, Receipts.Call call) {
        try {
            return Replies.list(calls.send(taking));
        } catch (UnknownOutcomeException e) {
            receipts.unanswered(queue, call);
            throw e;
        }
    }

    private static boolean isPaused(List<?> reply) {
        return Replies.number(reply.get(0)) == 1;
    }

    private static DequeuedTasks paused() {
        return new DequeuedTasks(List.of(), List.of(), List.of(), true);
    }

    /** Sorts the pairs of IDs and messages from a position on. */
    private static DequeuedTasks tasks(String queue, List<?> reply, int from, Receipts.Call call) {
        FoundTasks found = new FoundTasks(queue);
        for (int i = from; i < reply.size(); i += 2) {
            found.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), call.expiry());
        }
        return found.toDequeued(false);
    }

    private static List<RouteState> unchanged(Demand demand) {
        return demand.routes().stream().map(route -> new RouteState(route.mark(), false)).toList();
    }

    private static String orNone(String text) {
        return text == null ? NONE : text;
    }
}
