package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import io.github.asynqee.internal.statistics.TypeNumbers;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link MaintenanceCommands} on Redis. */
final class RedisMaintenanceCommands implements MaintenanceCommands {

    private final RedisExecutor executor;
    private final TrackedReads reads;
    private final Clock clock;
    /**
     * ZSET to the number of its tasks that the next call skips. Used if so many tasks cannot be forwarded that one call
     * does not get past them.
     */
    private final Map<String, Integer> passed = new ConcurrentHashMap<>();

    RedisMaintenanceCommands(RedisExecutor executor, TrackedReads reads, Clock clock) {
        this.executor = executor;
        this.reads = reads;
        this.clock = clock;
    }

    @Override
    public List<ForwardResult> forward(List<String> queues, int batches, Predicate<String> isServed) {
        List<RedisCommand> looks = new ArrayList<>();
        for (String queue : queues) {
            delayed(QueueKeys.of(queue)).forEach(set -> looks.add(EarliestScore.reading(set)));
        }
        Iterator<Reply> earliest = reads.read(looks).iterator();
        List<ForwardResult> results = new ArrayList<>();
        for (String queue : queues) {
            List<Reply> ofQueue = List.of(earliest.next(), earliest.next());
            results.add(isServed.test(queue) ? forward(QueueKeys.of(queue), ofQueue, batches)
                    : new ForwardResult(new Forwarded(0, null), null));
        }
        return results;
    }

    /** The sets from which tasks are forwarded. */
    private static List<String> delayed(QueueKeys keys) {
        return List.of(keys.scheduled(), keys.retry());
    }

    private ForwardResult forward(QueueKeys keys, List<Reply> earliest, int batches) {
        try {
            ForwardResult result = forwardDue(keys, earliest, batches);
            earliest.forEach(Reply::get);
            return result;
        } catch (RuntimeException | Error e) {
            return new ForwardResult(null, e);
        }
    }

    /** Forwards from the sets whose earliest task is due; a set that could not be read is skipped. */
    private ForwardResult forwardDue(QueueKeys keys, List<Reply> earliest, int batches) {
        Instant now = clock.instant();
        Instant next = null;
        List<RedisCommand> forwards = new ArrayList<>();
        for (int i = 0; i < earliest.size(); i++) {
            Instant due = earliest.get(i).error() == null ? EarliestScore.of(earliest.get(i)) : null;
            if (due != null && !due.isAfter(now)) {
                forwards.addAll(Collections.nCopies(batches, forwarding(keys, delayed(keys).get(i), now)));
            } else {
                next = earlier(next, due);
            }
        }
        int due = 0;
        BrokerException blocked = null;
        List<Reply> replies = executor.send(forwards);
        for (int i = 0; i < replies.size(); i++) {
            List<?> reply = Replies.list(replies.get(i).get());
            due += number(reply, 0);
            if (reply.get(2) != null) {
                blocked = new BrokerException("WRONGTYPE: the key " + Replies.text(reply.get(2))
                        + " of a group is not a sorted set, its tasks stay where they are", null);
            }
            // only the last batch of a set returns the earliest remaining task
            if ((i + 1) % batches == 0) {
                next = reply.get(1) == null ? next : earlier(next, UnixTime.ofScore(Replies.text(reply.get(1))));
                passed.put(forwards.get(i).routingKey(), number(reply, 3));
            }
        }
        return new ForwardResult(new Forwarded(due, next), blocked);
    }

    /** The earlier of two times; {@code null} means never. */
    private static Instant earlier(Instant one, Instant other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    private RedisCommand forwarding(QueueKeys keys, String from, Instant now) {
        return RedisCommand.script(EngineScript.FORWARD).key(from).key(keys.pending()).key(keys.groups())
                .arg(UnixTime.seconds(now)).arg(UnixTime.nanos(now)).arg(keys.taskPrefix()).arg(keys.groupPrefix())
                .arg(BATCH).arg(passed.getOrDefault(from, 0));
    }

    @Override
    public ExpiredLeases expiredLeases(String queue, Instant cutoff, int passed) {
        QueueKeys keys = QueueKeys.of(queue);
        if (!EarliestScore.isDue(reads, keys.lease(), cutoff)) {
            return new ExpiredLeases(List.of(), Map.of(), List.of(), List.of(), false);
        }
        List<?> reply = Replies.list(executor.send(expired(keys, cutoff, MAX_EXPIRED, passed, 0)));
        DequeuedTasks.Builder read = new DequeuedTasks.Builder(queue);
        Map<String, Integer> recoveries = new HashMap<>();
        for (int i = 1; i < reply.size(); i += 4) {
            String id = Replies.text(reply.get(i));
            // a score may be any number; 0 if it is before 1970
            String score = Replies.text(reply.get(i + 1));
            Lease lease = read.add(id, Replies.bytes(reply.get(i + 2)), UnixTime.seconds(UnixTime.floorOfScore(score)),
                    null, "");
            if (lease != null) {
                lease.extending(UnixTime.seconds(UnixTime.ofScore(score)));
            }
            recoveries.put(id, PrivateFields.recoveries(Replies.bytes(reply.get(i + 3))));
        }
        DequeuedTasks expired = read.build();
        return new ExpiredLeases(expired.leases(), recoveries, expired.unusable(), expired.vanished(),
                number(reply, 0) == 1);
    }

    @Override
    public Optional<TaskSize> expiredTask(String queue, Instant cutoff, int passed) {
        QueueKeys keys = QueueKeys.of(queue);
        List<?> reply = Replies.list(executor.send(expired(keys, cutoff, 1, passed, 1)));
        return reply.size() < 4 || reply.get(3) == null ? Optional.empty()
                : Optional.of(new TaskSize(Replies.text(reply.get(1)), Long.parseLong(Replies.text(reply.get(3)))));
    }

    private static RedisCommand expired(QueueKeys keys, Instant cutoff, int max, int passed, int sizes) {
        return RedisCommand.script(EngineScript.EXPIRED_LEASES).key(keys.lease()).arg(UnixTime.seconds(cutoff))
                .arg(keys.taskPrefix()).arg(max).arg(PrivateFields.RECOVERIES).arg(passed).arg(sizes);
    }

    @Override
    public LeaseRepairs repairLeases(String queue, Instant cutoff, int passed) {
        QueueKeys keys = QueueKeys.of(queue);
        LeaseRepairs all = new LeaseRepairs(0, 0, 0);
        if (!exists(keys.active()) && !exists(keys.lease())) {
            return all;
        }
        boolean more;
        int seen = 0;
        do {
            List<?> reply = Replies.list(executor.send(repairing(keys, cutoff, seen, passed)));
            LeaseRepairs repairs = new LeaseRepairs(number(reply, 0), number(reply, 1), number(reply, 2));
            all = all.plus(repairs);
            int expired = number(reply, 3);
            int active = number(reply, 4);
            seen += active;
            more = active == MAX_REPAIRED || expired == MAX_REPAIRED && !repairs.isNone();
        } while (more);
        return all;
    }

    private boolean exists(String key) {
        return Replies.number(reads.read(RedisCommand.command(Command.EXISTS).key(key))) > 0;
    }

    private RedisCommand repairing(QueueKeys keys, Instant cutoff, int seen, int passed) {
        Instant now = clock.instant();
        return RedisCommand.script(EngineScript.REPAIR_LEASES).key(keys.active()).key(keys.lease()).key(keys.pending())
                .arg(UnixTime.seconds(cutoff)).arg(UnixTime.nanos(now)).arg(UnixTime.seconds(now.plus(Lease.DURATION)))
                .arg(keys.taskPrefix()).arg(MAX_REPAIRED).arg(seen).arg(passed);
    }

    private static int number(List<?> reply, int index) {
        return (int) Replies.number(reply.get(index));
    }

    @Override
    public int deleteExpiredCompleted(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        if (!EarliestScore.isDue(reads, keys.completed(), clock.instant())) {
            return 0;
        }
        return (int) Replies
                .number(executor.send(RedisCommand.script(EngineScript.DELETE_EXPIRED_COMPLETED).key(keys.completed())
                        .arg(UnixTime.seconds(clock.instant())).arg(keys.taskPrefix()).arg(BATCH)));
    }

    @Override
    public void recordStatistics(Map<String, List<TypeNumbers>> statistics) {
        executor.send(StatisticsWrites.commands(statistics, clock.instant())).forEach(Reply::get);
    }

    @Override
    public void reportBacklogAhead(String queue, long ahead, Duration life) {
        executor.send(RedisCommand.command(Command.SETEX).key(QueueKeys.of(queue).backlogAhead()).arg(life.toSeconds())
                .arg(ahead));
    }
}
