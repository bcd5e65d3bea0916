package io.github.asynqee.internal.inspect.findings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.inspect.queue.FullKey;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.Words;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.SettleBatch;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Findings about a queue. */
final class QueueFindings {

    private static final Duration LATE = Duration.ofMinutes(5);
    private static final Duration LONG_PAUSE = Duration.ofHours(1);
    private static final int ALMOST_FULL = SettleBatch.MAX_ARCHIVE_SIZE * 9 / 10;
    /** Within this time, the recoverer of every server notices an expired lease. */
    private static final Duration RECOVERED = Duration.ofMinutes(3);

    /**
     * Counts active tasks and leases atomically. KEYS: active list, lease zset. Reply: number of active tasks, of
     * leases.
     */
    private static final String COUNT_LEASES = "return {redis.call('LLEN', KEYS[1]), redis.call('ZCARD', KEYS[2])}";

    /** With more groups, only a random sample of this size is examined. */
    private static final int EXAMINED_GROUPS = 100;
    private static final int REPORTED_GROUPS = 5;

    private final RedisExecutor executor;
    private final QueueResolver queues;
    private final Clock redisClock;
    private final FindingCollector found;

    QueueFindings(RedisExecutor executor, QueueResolver queues, Clock redisClock, FindingCollector found) {
        this.executor = executor;
        this.queues = queues;
        this.redisClock = redisClock;
        this.found = found;
    }

    /** Examines queues with two round trips, or three if tasks may be without a lease. */
    void of(List<QueueInfo> infos, Set<String> served) {
        List<RedisCommand> commands = new ArrayList<>();
        infos.forEach(queue -> commands.addAll(examining(queue, served.contains(queue.queue()))));
        Iterator<Reply> replies = executor.send(commands).iterator();
        List<Group> groups = new ArrayList<>();
        List<String> suspects = new ArrayList<>();
        for (QueueInfo queue : infos) {
            boolean isServed = served.contains(queue.queue());
            if (of(queue, isServed, replies) < queue.active()) {
                suspects.add(queue.queue());
            }
            if (hasGroupsToExamine(queue, isServed)) {
                Replies.list(replies.next().get()).stream().map(Replies::text).sorted()
                        .forEach(name -> groups.add(new Group(queue.queue(), name)));
            }
        }
        withoutLease(suspects);
        groups(groups);
    }

    private List<RedisCommand> examining(QueueInfo queue, boolean served) {
        QueueKeys keys = queues.shard(queue.queue());
        List<RedisCommand> commands = new ArrayList<>();
        if (isPaused(queue)) {
            commands.add(RedisCommand.command(Command.GET).key(keys.paused()));
        }
        commands.add(RedisCommand.command(Command.ZCARD).key(keys.lease()));
        commands.add(before(keys.lease(), RECOVERED));
        commands.add(before(keys.aggregationSets(), GroupCommands.AGGREGATION_TIMEOUT));
        commands.add(RedisCommand.command(Command.GET).key(keys.backlogAhead()));
        commands.add(RedisCommand.command(Command.ZCOUNT).key(keys.limitsLooks()).arg("-inf")
                .arg(redisClock.instant().minus(FullKey.LOOKED_AT).toEpochMilli()));
        if (hasGroupsToExamine(queue, served)) {
            commands.add(RedisCommand.command(Command.SRANDMEMBER).key(keys.groups()).arg(EXAMINED_GROUPS));
        }
        return commands;
    }

    private static boolean isPaused(QueueInfo queue) {
        return queue.paused() && queue.pending() > 0;
    }

    private static boolean hasGroupsToExamine(QueueInfo queue, boolean served) {
        return served && queue.groups() > 0;
    }

    /** Returns a command that counts members whose time is at least {@code age} ago. */
    private RedisCommand before(String key, Duration age) {
        return RedisCommand.command(Command.ZCOUNT).key(key).arg("-inf")
                .arg(UnixTime.seconds(redisClock.instant().minus(age)));
    }

    /** Adds the findings of a queue; returns its number of leases. */
    private long of(QueueInfo queue, boolean served, Iterator<Reply> replies) {
        String name = queue.queue();
        int waiting = queue.pending() + queue.scheduled() + queue.retry() + queue.aggregating();
        if (!served && waiting + queue.active() > 0) {
            add(Severity.ERROR, "queue-without-server", name,
                    "no running server consumes the queue, tasks: " + (waiting + queue.active()),
                    "start a server that consumes it, or remove the queue");
        }
        if (isPaused(queue)) {
            paused(queue, Replies.text(replies.next().get()));
        }
        if (served && !queue.paused() && queue.latency().compareTo(LATE) > 0) {
            add(Severity.WARNING, "latency", name, "the next task has been pending for " + Words.of(queue.latency()),
                    "add servers or concurrency; a type may have no handler");
        }
        if (queue.archived() >= ALMOST_FULL) {
            add(Severity.WARNING, "archive-full", name, "the archive has " + queue.archived() + " of at most "
                    + SettleBatch.MAX_ARCHIVE_SIZE + " tasks; when it is full, new tasks replace the oldest",
                    "run or delete archived tasks");
        }
        long leases = Replies.number(replies.next().get());
        long expired = Replies.number(replies.next().get());
        if (expired > 0) {
            add(Severity.ERROR, "expired-leases", name, expired + " tasks of servers that died are not recovered",
                    "start a server that consumes the queue");
        }
        long overdue = Replies.number(replies.next().get());
        if (overdue > 0) {
            add(Severity.WARNING, "staged-sets", name, overdue + " staged sets of groups are overdue",
                    "start a server that consumes the queue");
        }
        String ahead = Replies.text(replies.next().get());
        if (served && ahead != null) {
            add(Severity.WARNING, "backlog-ahead", name,
                    ahead + " or more tasks are ahead of tasks that a worker can run; it scans past at most "
                            + Demand.Reach.PASSED_OVER_PER_SECOND + " per second, so its tasks start late",
                    "move the types that it runs, or the types ahead, to another queue");
        }
        long unattended = Replies.number(replies.next().get());
        if (served && unattended > 0) {
            add(Severity.WARNING, "limit-unattended", name,
                    "tasks are blocked by " + unattended + " limit keys that no running server checks",
                    "start a server whose channel has the limit; otherwise the tasks become pending at their scheduled "
                            + "time, and a repair of the queue removes keys without tasks");
        }
        return leases;
    }

    private void paused(QueueInfo queue, String begin) {
        Duration since = pausedFor(begin);
        String tasks = " with " + queue.pending() + " pending tasks";
        if (since.compareTo(LONG_PAUSE) >= 0) {
            add(Severity.WARNING, "paused-long", queue.queue(), "paused for " + since.toHours() + " h" + tasks,
                    "unpause it, or delete its tasks");
        } else {
            add(Severity.INFO, "paused", queue.queue(), "paused" + tasks, "unpause it when its tasks may run");
        }
    }

    /** Returns the time since the start of a pause, from the value of its key; zero if unknown. */
    private Duration pausedFor(String value) {
        Instant since = QueueReads.pausedSince(value);
        return since == null ? Duration.ZERO : Duration.between(since, redisClock.instant());
    }

    /**
     * Counts suspects again, atomically: the first counts of active tasks and leases were separate, so a task that
     * ended in between looks like a task without a lease.
     */
    private void withoutLease(List<String> suspects) {
        List<Reply> counts = executor.send(suspects.stream().map(queues::shard)
                .map(keys -> RedisCommand.eval(COUNT_LEASES).key(keys.active()).key(keys.lease())).toList());
        for (int i = 0; i < suspects.size(); i++) {
            List<?> numbers = Replies.list(counts.get(i).get());
            long missing = Replies.number(numbers.get(0)) - Replies.number(numbers.get(1));
            if (missing > 0) {
                add(Severity.WARNING, "active-without-lease", suspects.get(i),
                        missing + " active tasks have no lease: asynq never recovers them",
                        "a worker of this project that consumes the queue repairs them within minutes");
            }
        }
    }

    private record Group(String queue, String name) {}

    /** Finds groups whose tasks have waited for more than a day, longer than any useful setting. */
    private void groups(List<Group> groups) {
        List<Reply> old = executor.send(groups.stream()
                .map(group -> before(queues.shard(group.queue()).group(group.name()), Duration.ofDays(1))).toList());
        Map<String, Integer> stuck = new HashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            long tasks = Replies.number(old.get(i).get());
            Group group = groups.get(i);
            if (tasks > 0 && stuck.merge(group.queue(), 1, Integer::sum) <= REPORTED_GROUPS) {
                add(Severity.WARNING, "group-stuck", group.queue(),
                        tasks + " tasks have waited in group \"" + group.name() + "\" for more than a day",
                        "no server aggregates this group: add a channel of groups for it");
            }
        }
    }

    private void add(Severity severity, String code, String queue, String message, String advice) {
        found.add(severity, code, queue, message, advice);
    }
}
