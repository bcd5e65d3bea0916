package io.github.asynqee.internal.inspect.waiting;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.TaskPlace;
import io.github.asynqee.internal.inspect.queue.Words;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Determines why the tasks of one queue wait. */
final class WhyQueue {

    private final RedisExecutor executor;
    private final QueueKeys keys;
    private final QueueInfo info;
    private final Blockers blockers;
    private final Instant now;

    WhyQueue(RedisExecutor executor, QueueKeys keys, QueueInfo info, Blockers blockers, Instant now) {
        this.executor = executor;
        this.keys = keys;
        this.info = info;
        this.blockers = blockers;
        this.now = now;
    }

    /**
     * Returns the reasons.
     *
     * @param patience time after which a free lane would have taken a pending task
     * @param seesAll whether the caller sees all tasks that its servers run
     */
    List<Waiting> reasons(Duration patience, boolean seesAll) {
        if (info.pending() + info.scheduled() + info.retry() + info.aggregating() == 0) {
            return List.of(WhyTask.nothing("no task of the queue waits"));
        }
        List<Waiting> reasons = new ArrayList<>(blockers.ofQueue());
        if (info.pending() > 0 && reasons.isEmpty()) {
            reasons.addAll(blockers.ofPending());
            if (reasons.isEmpty()) {
                reasons.add(pending(seesAll && info.latency().compareTo(patience) >= 0));
            }
        }
        if (info.limited() > 0) {
            reasons.add(Consumers.waiting(Reason.LIMIT, Words.count(info.limited(), "task") + " of the queue "
                    + (info.limited() == 1 ? "is" : "are") + " blocked by limits",
                    "wait for running tasks of the keys to end; asynq limit ls lists the keys", null));
        }
        timed(TaskState.SCHEDULED, info.scheduled() - info.limited(), Reason.SCHEDULED, "scheduled", reasons);
        timed(TaskState.RETRY, info.retry(), Reason.RETRY, "to be retried", reasons);
        if (info.aggregating() > 0) {
            reasons.add(new WhyGroup(executor, keys, now).ofQueue(info));
        }
        return reasons;
    }

    private Waiting pending(boolean isStuck) {
        String running = blockers.consumers().running(null);
        String tasks = Words.count(info.pending(), "task") + (info.pending() == 1 ? " is" : " are") + " pending";
        if (isStuck) {
            return Consumers.waiting(Reason.NOT_TAKEN, tasks + ", the next one for " + Words.of(info.latency())
                    + ", and servers of the queue have free lanes: "
                    + (running.isEmpty() ? "none seems to have a channel for its type or version"
                            : "the lanes for its type seem busy, or no channel takes it; " + running),
                    "ask about the next task; deploy a channel for its type, or give its channel more concurrency",
                    now.minus(info.latency()));
        }
        return Consumers.waiting(Reason.IN_LINE, tasks + ", the next one for " + Words.of(info.latency())
                + (running.isEmpty() ? "" : "; " + running), "wait", now.minus(info.latency()));
    }

    /** Adds the reason of tasks that wait for their time: their number, and when the first task is due. */
    private void timed(TaskState state, int tasks, Reason reason, String what, List<Waiting> reasons) {
        if (tasks <= 0) {
            return;
        }
        List<?> first = Replies.list(executor.send(RedisCommand.command(Command.ZRANGE)
                .key(new TaskPlace(keys, state, "").key()).arg(0).arg(0).arg("WITHSCORES")));
        Instant at = first.size() < 2 ? now : UnixTime.ofScore(Replies.text(first.get(1)));
        reasons.add(new Waiting(reason,
                Words.count(tasks, "task") + (tasks == 1 ? " is " : " are ") + what + ", the first one "
                        + (at.isAfter(now) ? "in " + Words.between(now, at)
                                : "since " + Words.between(at, now) + ", and no server has made it pending yet"),
                "wait, or run the tasks now", null, at, null, null));
    }
}
