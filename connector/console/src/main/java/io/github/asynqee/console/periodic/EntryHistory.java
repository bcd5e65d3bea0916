package io.github.asynqee.console.periodic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.CronRow.Run;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/** Reads the latest tasks of entries and their current states, with two pipelines of commands. */
final class EntryHistory {

    /** The state of a task that is no longer in Redis. */
    static final String GONE = "gone";

    /** Number of runs to read. One run is enough, but some events may be unreadable. */
    private static final int A_FEW = 10;

    private final RedisExecutor executor;

    EntryHistory(ConsoleRedis redis) {
        this.executor = redis.executor();
    }

    /**
     * The latest runs of each entry, the latest first, without states; empty for a history that cannot be read while
     * others can.
     */
    List<Optional<List<Run>>> latest(List<String> entryIds, int size) {
        return histories(entryIds.stream().map(id -> RedisCommand.command(Command.ZREVRANGE)
                .key(GlobalKeys.schedulerHistory(id)).arg(0).arg(size - 1L)).toList());
    }

    /**
     * A few runs of each entry from the time in which the task for its tick must have been enqueued, without states;
     * empty for a history that cannot be read while others can.
     */
    List<Optional<List<Run>>> around(List<String> entryIds, List<Instant> ticks) {
        List<RedisCommand> reads = new ArrayList<>();
        for (int i = 0; i < entryIds.size(); i++) {
            // scores are whole seconds
            reads.add(RedisCommand.command(Command.ZRANGEBYSCORE).key(GlobalKeys.schedulerHistory(entryIds.get(i)))
                    .arg(ticks.get(i).minus(MissedRuns.EARLIEST).getEpochSecond())
                    .arg(ticks.get(i).plus(MissedRuns.LATEST).getEpochSecond()).arg("LIMIT").arg(0).arg(A_FEW));
        }
        return histories(reads);
    }

    private List<Optional<List<Run>>> histories(List<RedisCommand> reads) {
        return send(reads).stream().map(reply -> reply.error() == null
                ? Optional.of(runs(Replies.list(reply.value())))
                : Optional.<List<Run>>empty()).toList();
    }

    /**
     * A key of another type, or a node that is down, does not hide other entries. It is an error if nothing can be
     * read.
     */
    private List<Reply> send(List<RedisCommand> reads) {
        List<Reply> replies = reads.isEmpty() ? List.of() : executor.send(reads);
        if (!replies.isEmpty() && replies.stream().allMatch(reply -> reply.error() != null)) {
            throw replies.get(0).error();
        }
        return replies;
    }

    private static List<Run> runs(List<?> events) {
        List<Run> runs = new ArrayList<>();
        for (Object bytes : events) {
            try {
                SchedulerEnqueueEvent event = SchedulerEnqueueEvent.parse(Replies.bytes(bytes));
                runs.add(new Run(event.taskId(), event.enqueuedAt(), null));
            } catch (UndecodableMessageException e) {
                // any scheduler can write the history of an entry; invalid events are skipped
                continue;
            }
        }
        // scores are whole seconds
        runs.sort(Comparator.comparing(Run::at).reversed());
        return runs;
    }

    /** The same runs with their states. Each list contains tasks of the queue with the same index. */
    List<Optional<List<Run>>> withStates(List<String> queues, List<Optional<List<Run>>> runs) {
        List<RedisCommand> reads = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            QueueKeys keys = QueueKeys.of(queues.get(i));
            runs.get(i).ifPresent(ofEntry -> ofEntry.forEach(run -> reads.add(
                    RedisCommand.command(Command.HGET).key(keys.task(run.taskId())).arg("state"))));
        }
        Iterator<Reply> replies = send(reads).iterator();
        return runs.stream().map(ofEntry -> ofEntry.map(
                of -> of.stream().map(run -> new Run(run.taskId(), run.at(), state(replies.next()))).toList()))
                .toList();
    }

    /** A task that cannot be read is not shown. */
    private static String state(Reply reply) {
        String state = reply.error() == null ? Replies.text(reply.value()) : null;
        return state == null ? GONE : state;
    }
}
