package io.github.asynqee.internal.redis.findings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.SettleBatch;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Findings that concern one queue. */
final class QueueFindings {

    private static final Duration LATE = Duration.ofMinutes(5);
    private static final Duration LONG_PAUSE = Duration.ofHours(1);
    private static final int ALMOST_FULL = SettleBatch.MAX_ARCHIVE_SIZE * 9 / 10;
    /** After this time the recoverer of any server has found an expired lease. */
    private static final Duration RECOVERED = Duration.ofMinutes(3);

    private final Inspector inspector;
    private final RedisExecutor executor;
    private final Clock redisClock;
    private final FoundList found;

    QueueFindings(Inspector inspector, RedisExecutor executor, Clock redisClock, FoundList found) {
        this.inspector = inspector;
        this.executor = executor;
        this.redisClock = redisClock;
        this.found = found;
    }

    void of(QueueInfo queue, boolean served) {
        String name = queue.queue();
        int waiting = queue.pending() + queue.scheduled() + queue.retry() + queue.aggregating();
        if (!served && waiting + queue.active() > 0) {
            add(Severity.ERROR, "queue-without-server", name,
                    "no running server consumes the queue, tasks: " + (waiting + queue.active()),
                    "start a server that consumes it, or remove the queue");
        }
        if (queue.paused() && queue.pending() > 0) {
            paused(queue);
        }
        if (served && !queue.paused() && queue.latency().compareTo(LATE) > 0) {
            add(Severity.WARNING, "latency", name, "the next task has been pending for "
                    + queue.latency().toSeconds() + " s", "add servers or concurrency; a type may have no handler");
        }
        if (queue.archived() >= ALMOST_FULL) {
            add(Severity.WARNING, "archive-full", name, "the archive has " + queue.archived() + " of at most "
                    + SettleBatch.MAX_ARCHIVE_SIZE + " tasks: when it is full the oldest are deleted for new ones",
                    "run or delete archived tasks");
        }
        leases(QueueKeys.of(name), queue.active());
        groups(QueueKeys.of(name), served);
    }

    private void paused(QueueInfo queue) {
        Duration since = pausedFor(QueueKeys.of(queue.queue()));
        String tasks = " with " + queue.pending() + " pending tasks";
        if (since.compareTo(LONG_PAUSE) >= 0) {
            add(Severity.WARNING, "paused-long", queue.queue(), "paused for " + since.toHours() + " h" + tasks,
                    "unpause it, or delete its tasks");
        } else {
            add(Severity.INFO, "paused", queue.queue(), "paused" + tasks, "unpause it when its tasks may run");
        }
    }

    /** The key of a pause has the time of its begin; zero if that is unknown. */
    private Duration pausedFor(QueueKeys keys) {
        String since = Replies.text(executor.send(RedisCommand.command(Command.GET).key(keys.paused())));
        return since == null || !since.matches("\\d{1,12}") ? Duration.ZERO
                : Duration.between(Instant.ofEpochSecond(Long.parseLong(since)), redisClock.instant());
    }

    private void leases(QueueKeys keys, int active) {
        Instant cutoff = redisClock.instant().minus(RECOVERED);
        long leases = count(RedisCommand.command(Command.ZCARD).key(keys.lease()));
        long expired = count(RedisCommand.command(Command.ZCOUNT).key(keys.lease()).arg("-inf")
                .arg(UnixTime.seconds(cutoff)));
        if (active > leases) {
            add(Severity.WARNING, "active-without-lease", keys.queue(), active - leases
                    + " active tasks have no lease: asynq never recovers them",
                    "a worker of this project that consumes the queue repairs them within minutes");
        }
        if (expired > 0) {
            add(Severity.ERROR, "expired-leases", keys.queue(),
                    expired + " tasks of servers that died are not recovered",
                    "start a server that consumes the queue");
        }
    }

    /** A group is staged after a day at the latest by any useful setting. */
    private void groups(QueueKeys keys, boolean served) {
        long joinedBefore = UnixTime.seconds(redisClock.instant().minus(Duration.ofDays(1)));
        for (GroupInfo group : inspector.groups(keys.queue())) {
            long old = count(RedisCommand.command(Command.ZCOUNT).key(keys.group(group.group())).arg("-inf")
                    .arg(joinedBefore));
            if (served && old > 0) {
                add(Severity.WARNING, "group-stuck", keys.queue(),
                        old + " tasks have waited in group \"" + group.group()
                                + "\" for more than a day",
                        "no server aggregates this group: add a channel of groups for it");
            }
        }
        long overdue = count(RedisCommand.command(Command.ZCOUNT).key(keys.aggregationSets()).arg("-inf").arg(UnixTime
                .seconds(redisClock.instant().minus(GroupCommands.AGGREGATION_TIMEOUT))));
        if (overdue > 0) {
            add(Severity.WARNING, "staged-sets", keys.queue(), overdue + " staged sets of groups are overdue",
                    "start a server that consumes the queue");
        }
    }

    private long count(RedisCommand command) {
        return Replies.number(executor.send(command));
    }

    private void add(Severity severity, String code, String queue, String message, String advice) {
        found.add(severity, code, queue, message, advice);
    }
}
