package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.QueueEnds;
import io.github.asynqee.internal.metrics.WaitSampling;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.AmbiguousResultException;

/** Dequeues pending tasks. If a reply is lost, the next call for the queue returns the tasks that were leased. */
final class RedisDequeue {

    private static final int MAX_TASKS = 1_000;
    private static final String NONE = "";
    /** Index of the first route in the reply. */
    private static final int ROUTES = 7;

    private final RedisExecutor executor;
    private final Clock clock;
    private final DequeueReceipts receipts;
    private final WaitSampling sampling = new WaitSampling(System::nanoTime);

    RedisDequeue(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
        this.receipts = new DequeueReceipts(executor, clock);
    }

    /** Dequeues the next tasks of any type. */
    DequeuedTasks next(String queue, int max) {
        requireWithinBounds(max);
        QueueKeys keys = QueueKeys.of(queue);
        DequeuedTasks recalled = receipts.recall(keys);
        if (recalled.size() > 0) {
            return recalled;
        }
        DequeueReceipts.Receipt receipt = nextReceipt();
        List<?> reply = send(command(EngineScript.DEQUEUE, keys, receipt).arg(max), queue, receipt);
        return isPaused(reply) ? paused() : tasks(queue, reply, 1, receipt);
    }

    /** Dequeues the next tasks for which there are lanes. */
    MatchingTasks matching(String queue, Demand demand) {
        demand.routes().forEach(route -> requireWithinBounds(Math.max(1, route.max())));
        QueueKeys keys = QueueKeys.of(queue);
        DequeuedTasks recalled = receipts.recall(keys);
        if (recalled.size() > 0) {
            return MatchingTasks.unchanged(recalled, demand);
        }
        DequeueReceipts.Receipt receipt = nextReceipt();
        Reach reach = demand.reach();
        RedisCommand command = command(EngineScript.DEQUEUE_MATCHING, keys, receipt).arg(reach.passedOver())
                .arg(reach.head())
                .arg(orNone(demand.putAside())).arg(orNone(demand.anchor()));
        for (Route route : demand.routes()) {
            command.arg(route.kind() == Demand.Kind.GROUP ? "g" : "t").arg(route.prefix()).arg(route.max())
                    .arg(orNone(route.mark()));
        }
        List<?> reply = send(command, queue, receipt);
        if (isPaused(reply)) {
            return MatchingTasks.unchanged(paused(), demand);
        }
        return matching(queue, demand, reply, receipt);
    }

    private static MatchingTasks matching(String queue, Demand demand, List<?> reply, DequeueReceipts.Receipt receipt) {
        int firstTask = ROUTES + 2 * demand.routes().size();
        List<RouteState> routes = new ArrayList<>();
        for (int i = ROUTES; i < firstTask; i += 2) {
            String mark = Replies.text(reply.get(i));
            routes.add(new RouteState(mark.equals(NONE) ? null : mark, Replies.number(reply.get(i + 1)) == 1));
        }
        QueueEnds ends = new QueueEnds(Replies.text(reply.get(3)), Replies.text(reply.get(4)));
        return new MatchingTasks(tasks(queue, reply, firstTask, receipt), (int) Replies.number(reply.get(1)),
                (int) Replies.number(reply.get(2)), ends, Replies.text(reply.get(5)), Replies.text(reply.get(6)),
                routes);
    }

    private static void requireWithinBounds(int max) {
        if (max < 1 || max > MAX_TASKS) {
            throw new IllegalArgumentException("max must be from 1 to " + MAX_TASKS + ": " + max);
        }
    }

    private DequeueReceipts.Receipt nextReceipt() {
        return receipts.next(UnixTime.seconds(clock.instant().plus(Lease.DURATION)));
    }

    /** The command with the keys and arguments that both scripts share. */
    private RedisCommand command(Script script, QueueKeys keys, DequeueReceipts.Receipt receipt) {
        return RedisCommand.script(script).key(keys.pending()).key(keys.paused()).key(keys.active()).key(keys.lease())
                .key(receipts.key(keys.queue())).arg(receipt.expiry()).arg(keys.taskPrefix()).arg(receipt.name())
                .arg(DequeueReceipts.LIFE.getSeconds()).arg(sampling.next());
    }

    private List<?> send(RedisCommand command, String queue, DequeueReceipts.Receipt receipt) {
        try {
            return Replies.list(executor.send(command));
        } catch (AmbiguousResultException e) {
            receipts.unanswered(queue, receipt);
            throw e;
        }
    }

    private static boolean isPaused(List<?> reply) {
        return Replies.number(reply.get(0)) == 1;
    }

    private static DequeuedTasks paused() {
        return new DequeuedTasks(List.of(), List.of(), List.of(), true);
    }

    /** Converts the IDs, messages and pending times from an index on. */
    private static DequeuedTasks tasks(String queue, List<?> reply, int from, DequeueReceipts.Receipt receipt) {
        DequeueReply found = new DequeueReply(queue);
        for (int i = from; i < reply.size(); i += 3) {
            found.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), receipt.expiry(),
                    receipt.name(), Replies.bytes(reply.get(i + 2)));
        }
        return found.toDequeued(false);
    }

    private static String orNone(String text) {
        return text == null ? NONE : text;
    }
}
