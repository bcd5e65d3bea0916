package io.github.asynqee.internal.redis.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import redis.clients.jedis.Protocol.Command;

/** Looks for what keeps tasks from being run, or endangers them. Only reads. */
final class Findings {

    private static final Duration LATE = Duration.ofMinutes(5);
    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(2);
    /** After this time the recoverer of any server has found an expired lease. */
    private static final Duration RECOVERED = Duration.ofMinutes(3);

    private final Inspector inspector;
    private final RedisExecutor executor;
    private final Clock redisClock;
    private final Clock localClock;
    private final List<Finding> findings = new ArrayList<>();

    Findings(Inspector inspector, RedisExecutor executor, Clock redisClock, Clock localClock) {
        this.inspector = inspector;
        this.executor = executor;
        this.redisClock = redisClock;
        this.localClock = localClock;
    }

    /** The most urgent first. */
    List<Finding> all() {
        ofRedis(inspector.redisInfo());
        Set<String> served = inspector.servers().stream().flatMap(server -> server.queues().keySet().stream())
                .collect(Collectors.toSet());
        inspector.queues().forEach(queue -> ofQueue(inspector.queue(queue), served.contains(queue)));
        findings.sort(Comparator.comparing(Finding::severity).thenComparing(Finding::queue));
        return List.copyOf(findings);
    }

    private void ofRedis(Map<String, String> info) {
        String policy = info.getOrDefault("maxmemory_policy", "noeviction");
        if (!policy.equals("noeviction")) {
            add(Severity.ERROR, "eviction", "", "Redis may evict keys: maxmemory-policy is " + policy,
                    "set maxmemory-policy noeviction");
        }
        if (!info.getOrDefault("aof_enabled", "1").equals("1")) {
            add(Severity.WARNING, "no-aof", "", "the append-only file of Redis is off: tasks are lost if Redis crashes",
                    "set appendonly yes, unless the tasks may be lost");
        }
        if (info.getOrDefault("aof_last_write_status", "ok").equals("err")) {
            add(Severity.ERROR, "aof-error", "", "the last write of the append-only file failed",
                    "look into the log of Redis; its disk may be full");
        }
        Duration difference = Duration.between(redisClock.instant(), localClock.instant());
        if (difference.abs().compareTo(MAX_CLOCK_DIFFERENCE) > 0) {
            add(Severity.WARNING, "clock", "", "the clock of this machine differs from that of Redis by " + difference,
                    "synchronize clocks: Go peers go by their own");
        }
    }

    private void ofQueue(QueueInfo queue, boolean served) {
        String name = queue.queue();
        int waiting = queue.pending() + queue.scheduled() + queue.retry() + queue.aggregating();
        if (!served && waiting + queue.active() > 0) {
            add(Severity.ERROR, "queue-without-server", name,
                    "no running server consumes the queue, tasks: " + (waiting + queue.active()),
                    "start a server that consumes it, or remove the queue");
        }
        if (queue.paused() && queue.pending() > 0) {
            add(Severity.INFO, "paused", name, "paused with " + queue.pending() + " pending tasks",
                    "unpause it when its tasks may run");
        }
        if (served && !queue.paused() && queue.latency().compareTo(LATE) > 0) {
            add(Severity.WARNING, "latency", name, "the next task has been pending for "
                    + queue.latency().toSeconds() + " s", "add servers or concurrency; a type may have no handler");
        }
        leases(QueueKeys.of(name), queue.active());
        groups(QueueKeys.of(name), served);
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
        findings.add(new Finding(severity, code, queue, message, advice));
    }
}
