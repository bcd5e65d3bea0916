package io.github.asynqee.internal.redis.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

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
    /** The number of states whose tasks are sampled. */
    private static final int STATES = 6;
    /** The number of queues that are read in one go. */
    private static final int QUEUES_PER_CALL = 50;

    private final RedisExecutor executor;
    private final Clock clock;

    QueueReads(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    QueueInfo info(QueueKeys keys) {
        return infos(List.of(keys)).get(0);
    }

    /** In the same order. */
    List<QueueInfo> infos(List<QueueKeys> queues) {
        List<QueueInfo> infos = new ArrayList<>();
        for (int from = 0; from < queues.size(); from += QUEUES_PER_CALL) {
            infos.addAll(batch(queues.subList(from, Math.min(queues.size(), from + QUEUES_PER_CALL))));
        }
        return infos;
    }

    private List<QueueInfo> batch(List<QueueKeys> queues) {
        Instant now = clock.instant();
        List<Reply> stats = executor.send(queues.stream().map(keys -> counting(keys, now)).toList());
        List<List<GroupInfo>> groups = groups(queues);
        List<RedisCommand> samples = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            samples.addAll(samples(queues.get(i), groups.get(i)));
        }
        Iterator<Reply> sampled = executor.send(samples).iterator();
        List<QueueInfo> infos = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            infos.add(info(queues.get(i), Replies.list(stats.get(i).get()), groups.get(i), sampled, now));
        }
        return infos;
    }

    private static RedisCommand counting(QueueKeys keys, Instant now) {
        return RedisCommand.script(Script.QUEUE_STATS).key(keys.pending()).key(keys.active()).key(keys.scheduled())
                .key(keys.retry()).key(keys.archived()).key(keys.completed()).key(keys.groups()).key(keys.paused())
                .key(keys.processed(now)).key(keys.failed(now)).key(keys.processed()).key(keys.failed())
                .arg(keys.taskPrefix());
    }

    private static QueueInfo info(QueueKeys keys, List<?> stats, List<GroupInfo> groups, Iterator<Reply> samples,
            Instant now) {
        int aggregating = groups.stream().mapToInt(GroupInfo::size).sum();
        return new QueueInfo(keys.queue(), memory(samples, groups, aggregating), latency(stats.get(12), now),
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
        return groups(List.of(keys)).get(0);
    }

    private List<List<GroupInfo>> groups(List<QueueKeys> queues) {
        List<List<String>> names = executor.send(queues.stream()
                .map(keys -> RedisCommand.command(Command.SMEMBERS).key(keys.groups())).toList()).stream()
                .map(reply -> Replies.list(reply.get()).stream().map(Replies::text).sorted().toList()).toList();
        List<RedisCommand> counts = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            QueueKeys keys = queues.get(i);
            names.get(i).forEach(name -> counts.add(RedisCommand.command(Command.ZCARD).key(keys.group(name))));
        }
        Iterator<Reply> sizes = executor.send(counts).iterator();
        return names.stream().map(ofQueue -> ofQueue.stream()
                .map(name -> new GroupInfo(name, (int) Replies.number(sizes.next().get()))).toList()).toList();
    }

    private static List<RedisCommand> samples(QueueKeys keys, List<GroupInfo> groups) {
        return Stream.concat(
                Stream.of(keys.pending(), keys.active(), keys.scheduled(), keys.retry(), keys.archived(),
                        keys.completed()),
                groups.stream().limit(SAMPLED_GROUPS).map(group -> keys.group(group.group())))
                .map(collection -> sample(keys, collection)).toList();
    }

    /** The average of sampled tasks times the number of tasks, and the collections themselves. */
    private static long memory(Iterator<Reply> samples, List<GroupInfo> groups, int aggregating) {
        double memory = 0;
        for (int i = 0; i < STATES; i++) {
            Sample sample = Sample.of(samples.next());
            memory += sample.own() + sample.average() * sample.length();
        }
        Sample ofGroups = new Sample(0, 0, 0, 0);
        for (int i = 0; i < Math.min(groups.size(), SAMPLED_GROUPS); i++) {
            ofGroups = ofGroups.plus(Sample.of(samples.next()));
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
