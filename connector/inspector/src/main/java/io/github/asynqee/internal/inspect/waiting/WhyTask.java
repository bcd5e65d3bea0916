package io.github.asynqee.internal.inspect.waiting;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.Words;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.worker.HandlerNotFoundException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Determines why one task waits. */
final class WhyTask {

    /** Maximum number of positions of the pending list that are searched. */
    private static final int SEARCHED = 1_000;

    private final RedisExecutor executor;
    private final QueueKeys keys;
    private final InspectedTask task;
    private final TaskInfo info;
    private final Blockers blockers;
    private final Instant now;

    WhyTask(RedisExecutor executor, QueueKeys keys, InspectedTask task, Blockers blockers, Instant now) {
        this.executor = executor;
        this.keys = keys;
        this.task = task;
        this.info = task.info();
        this.blockers = blockers;
        this.now = now;
    }

    /** Returns the reasons of a task that is not pending; for a pending task, the reasons that stop its queue. */
    List<Waiting> reasons() {
        return switch (info.state()) {
            case PENDING -> blockers.ofQueue();
            case SCHEDULED -> task.waitsFor() == null ? later(scheduled())
                    : first(blockers.ofQueue(), new WhyLimit(executor, keys, task, task.waitsFor(), now).reason());
            case RETRY -> later(retry());
            case AGGREGATING -> first(blockers.ofQueue(), new WhyGroup(executor, keys, now).ofTask(task));
            case ACTIVE -> task.orphaned() ? first(blockers.ofQueue(), recovered()) : List.of(nothing("the task runs"));
            case ARCHIVED, COMPLETED -> List.of(nothing("the task is " + info.state().name().toLowerCase(Locale.ROOT)));
        };
    }

    private static List<Waiting> first(List<Waiting> blockers, Waiting own) {
        List<Waiting> all = new ArrayList<>(blockers);
        all.add(own);
        return all;
    }

    /** Adds the reasons that stop the queue, which matter when the task is due. */
    private List<Waiting> later(Waiting own) {
        List<Waiting> all = new ArrayList<>(blockers.ofQueue());
        boolean isDue = own.until() != null && !own.until().isAfter(now);
        all.add(isDue ? all.size() : 0, own);
        return all;
    }

    private Waiting scheduled() {
        Instant at = info.nextProcessAt();
        return new Waiting(Reason.SCHEDULED, due("the task is due", at), "run it now if it should not wait", null, at,
                null, null);
    }

    private Waiting retry() {
        Instant at = info.nextProcessAt();
        String version = info.headers().getOrDefault(Task.VERSION_HEADER, "1");
        boolean isOfType = info.lastError().equals(new HandlerNotFoundException(info.type()).getMessage());
        if (isOfType || info.lastError()
                .equals(HandlerNotFoundException.ofVersion(info.type(), version).getMessage())) {
            return new Waiting(Reason.NO_HANDLER, due("no server has a handler for "
                    + (isOfType ? "" : "this version of ") + "type "
                    + Consumers.text(info.type()) + "; the task is tried again", at),
                    "deploy a channel or handler for the type and its version, or delete the task", info.lastFailedAt(),
                    at, null, null);
        }
        return new Waiting(Reason.RETRY,
                due(info.retried() == 0 ? "the task failed without using a retry, and is tried again"
                        : "the task failed; retry " + info.retried() + " of " + info.maxRetry() + " is due", at),
                "remove the cause of the error; run the task to try it now", info.lastFailedAt(), at, null,
                info.lastError().isEmpty() ? null : info.lastError());
    }

    private String due(String what, @Nullable Instant at) {
        return at == null ? what
                : what + (at.isAfter(now) ? " in " + Words.between(now, at)
                        : " since " + Words.between(at, now) + ", and no server has made it pending yet");
    }

    private static Waiting recovered() {
        return Consumers.waiting(Reason.SERVER_DIED, "the server that ran the task died, or is cut off",
                "wait: any server that consumes the queue recovers the task within two minutes", null);
    }

    static Waiting nothing(String message) {
        return Consumers.waiting(Reason.NOTHING, message, "", null);
    }

    /** Returns the number of tasks ahead of a pending task; -1 if it is not found in the searched part of the list. */
    private long ahead() {
        Object index = executor.send(RedisCommand.command(Command.LPOS).key(keys.pending()).arg(info.id()).arg("RANK")
                .arg(-1).arg("MAXLEN").arg(SEARCHED));
        return index == null ? -1
                : Replies.number(executor.send(RedisCommand.command(Command.LLEN).key(keys.pending())))
                        - Replies.number(index) - 1;
    }

    /** Returns the position of the task as the reason, if nothing stops its queue. */
    Waiting inLine() {
        long ahead = ahead();
        String running = blockers.consumers().running(null);
        String before = ahead < 0 ? "more than " + SEARCHED + " tasks of the queue are before the task"
                : ahead == 0 ? "the task is the next one of the queue"
                        : Words.count(ahead, "task") + " of the queue " + (ahead == 1 ? "is" : "are")
                                + " before the task";
        return Consumers.waiting(Reason.IN_LINE, before + (running.isEmpty() ? "" : "; " + running),
                ahead == 0 ? "wait" : "wait, or add servers or concurrency", task.since());
    }

    /** Returns the reason if servers with free lanes do not take the task. */
    @Nullable
    Waiting notTaken(QueueInfo queue, Duration patience) {
        Instant since = task.since();
        if (since == null || !since.isBefore(now.minus(patience)) || queue.latency().compareTo(patience) < 0) {
            return null;
        }
        String running = blockers.consumers().running(info.type());
        return Consumers.waiting(Reason.NOT_TAKEN,
                "servers of the queue have free lanes and have not taken the task for "
                        + Words.between(since, now) + ": "
                        + (running.isEmpty() ? "none seems to have a channel for type " + Consumers.text(info.type())
                                + " or its version"
                                : "the lanes for its type seem busy, " + running),
                running.isEmpty() ? "deploy a channel for the type and its version, or delete the task"
                        : "wait, or give the channel of the type more concurrency",
                since);
    }
}
