package io.github.asynqee.internal.redis.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Script;
import redis.clients.jedis.Protocol.Command;

/** Statistics of queues and groups. */
final class QueueReads {

    /** The number of days whose counters are read with one command. */
    private static final int DAYS_PER_CALL = 100;
    private static final int SAMPLED_TASKS = 20;
    private static final int SAMPLED_GROUPS = 5;

    private final RedisExecutor executor;
    private final Clock clock;

    QueueReads(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    QueueInfo info(QueueKeys keys) {
        Instant now = clock.instant();
        List<?> stats = Replies.list(executor.send(RedisCommand.script(Script.QUEUE_STATS).key(keys.pending())
                .key(keys.active()).key(keys.scheduled()).key(keys.retry()).key(keys.archived()).key(keys.completed())
                .key(keys.groups()).key(keys.paused()).key(keys.processed(now)).key(keys.failed(now))
                .key(keys.processed()).key(keys.failed()).arg(keys.taskPrefix())));
        List<GroupInfo> groups = groups(keys);
        int aggregating = groups.stream().mapToInt(GroupInfo::size).sum();
        return new QueueInfo(keys.queue(), memory(keys, groups, aggregating), latency(stats.get(12), now),
                length(stats, 6), length(stats, 0), length(stats, 1), length(stats, 2), length(stats, 3),
                length(stats, 4), length(stats, 5), aggregating, counter(stats.get(8)), counter(stats.get(9)),
                counter(stats.get(10)), counter(stats.get(11)), length(stats, 7) > 0, now);
    }

    private static int length(List<?> stats, int index) {
        return (int) Replies.number(stats.get(index));
    }

    /** A counter that is no number counts as 0. */
    private static long counter(Object value) {
        try {
            return value == null ? 0 : Replies.number(value);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Duration latency(Object pendingSince, Instant now) {
        long nanos = counter(pendingSince);
        return nanos == 0 ? Duration.ZERO : Duration.between(Instant.ofEpochSecond(0, nanos), now);
    }

    List<GroupInfo> groups(QueueKeys keys) {
        List<String> names = Replies
                .list(executor.send(RedisCommand.command(Command.SMEMBERS).key(keys.groups()))).stream()
                .map(Replies::text).sorted().toList();
        List<Reply> sizes = executor.send(names.stream()
                .map(name -> RedisCommand.command(Command.ZCARD).key(keys.group(name))).toList());
        List<GroupInfo> groups = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            groups.add(new GroupInfo(names.get(i), (int) Replies.number(sizes.get(i).get())));
        }
        return groups;
    }

    /** The average of sampled tasks times the number of tasks, and the collections themselves. */
    private long memory(QueueKeys keys, List<GroupInfo> groups, int aggregating) {
        List<RedisCommand> samples = new ArrayList<>();
        List.of(keys.pending(), keys.active(), keys.scheduled(), keys.retry(), keys.archived(), keys.completed())
                .forEach(collection -> samples.add(sample(keys, collection)));
        int states = samples.size();
        groups.stream().limit(SAMPLED_GROUPS).forEach(group -> samples.add(sample(keys, keys.group(group.group()))));
        List<Reply> replies = executor.send(samples);
        double memory = 0;
        for (Reply reply : replies.subList(0, states)) {
            Sample sample = Sample.of(reply);
            memory += sample.own() + sample.average() * sample.length();
        }
        Sample ofGroups = new Sample(0, 0, 0, 0);
        for (Reply reply : replies.subList(states, replies.size())) {
            ofGroups = ofGroups.plus(Sample.of(reply));
        }
        return (long) (memory + ofGroups.own() + ofGroups.average() * aggregating);
    }

    private static RedisCommand sample(QueueKeys keys, String collection) {
        return RedisCommand.script(Script.SAMPLE_MEMORY).key(collection).arg(keys.taskPrefix()).arg(SAMPLED_TASKS);
    }

    private record Sample(long length, long own, long tasks, long memory) {

        static Sample of(Reply reply) {
            List<?> values = Replies.list(reply.get());
            return new Sample(Replies.number(values.get(0)), Replies.number(values.get(1)),
                    Replies.number(values.get(2)), Replies.number(values.get(3)));
        }

        double average() {
            return tasks == 0 ? 0 : (double) memory / tasks;
        }

        Sample plus(Sample other) {
            return new Sample(length + other.length, own + other.own, tasks + other.tasks, memory + other.memory);
        }
    }

    List<DailyStats> history(QueueKeys keys, int days) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        List<DailyStats> history = new ArrayList<>();
        for (int from = 0; from < days; from += DAYS_PER_CALL) {
            int to = Math.min(days, from + DAYS_PER_CALL);
            RedisCommand read = RedisCommand.command(Command.MGET);
            for (int day = from; day < to; day++) {
                Instant when = today.minusDays(day).atStartOfDay(ZoneOffset.UTC).toInstant();
                read.key(keys.processed(when)).key(keys.failed(when));
            }
            List<?> counters = Replies.list(executor.send(read));
            for (int i = 0; i < counters.size(); i += 2) {
                history.add(new DailyStats(keys.queue(), today.minusDays(from + i / 2), counter(counters.get(i)),
                        counter(counters.get(i + 1))));
            }
        }
        return history;
    }
}
