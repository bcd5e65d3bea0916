package io.github.asynqee.internal.inspect.queue;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** Reads statistics of queues. */
public final class QueueReads {

    private static final Logger LOG = System.getLogger(QueueReads.class.getName());

    /** The number of days whose counters are read with one command. */
    private static final int DAYS_PER_CALL = 100;
    private static final int SAMPLED_TASKS = 20;
    private static final int SAMPLED_GROUPS = 5;
    /** With more groups, a random sample of this size is counted, to bound the run time of the script. */
    private static final int COUNTED_GROUPS = 200;
    /** Number of batches whose members are counted, oldest first. */
    private static final int COUNTED_BATCHES = 100;
    /** The number of states whose tasks are sampled. */
    private static final int STATES = 6;
    /** The number of queues that are read in one pipeline. */
    private static final int QUEUES_PER_CALL = 50;

    private final RedisExecutor executor;
    private final Clock clock;
    /** Whether Redis rejects {@code MEMORY}, like some managed services. */
    private volatile boolean memoryIsUnknown;

    public QueueReads(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /** Reads queues; returns them in the same order, without unreadable queues. */
    public List<QueueInfo> infos(List<QueueKeys> queues, BiConsumer<QueueKeys, BrokerException> failed) {
        List<QueueInfo> infos = new ArrayList<>();
        for (int from = 0; from < queues.size(); from += QUEUES_PER_CALL) {
            infos.addAll(batch(queues.subList(from, Math.min(queues.size(), from + QUEUES_PER_CALL)), failed));
        }
        return infos;
    }

    private List<QueueInfo> batch(List<QueueKeys> queues, BiConsumer<QueueKeys, BrokerException> failed) {
        return completed(counted(queues, failed), failed);
    }

    /** Counts tasks only, with one command per queue; the memory is 0. A queue that does not exist is empty. */
    public List<QueueInfo> counts(List<QueueKeys> queues, BiConsumer<QueueKeys, BrokerException> failed) {
        List<QueueInfo> infos = new ArrayList<>();
        for (int from = 0; from < queues.size(); from += QUEUES_PER_CALL) {
            counted(queues.subList(from, Math.min(queues.size(), from + QUEUES_PER_CALL)), failed)
                    .forEach(queue -> infos.add(queue.info(0)));
        }
        return infos;
    }

    private List<Counted> counted(List<QueueKeys> queues, BiConsumer<QueueKeys, BrokerException> failed) {
        Instant now = clock.instant();
        List<Reply> stats = executor.send(queues.stream().map(keys -> counting(keys, now)).toList());
        List<Counted> counted = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            if (stats.get(i).error() == null) {
                counted.add(new Counted(queues.get(i), Replies.list(stats.get(i).value()), now));
            } else {
                failed.accept(queues.get(i), stats.get(i).error());
            }
        }
        return counted;
    }

    /**
     * Adds the memory, unless Redis rejects the command. If reading several queues fails, reads each half separately,
     * down to single queues.
     */
    private List<QueueInfo> completed(List<Counted> queues, BiConsumer<QueueKeys, BrokerException> failed) {
        if (memoryIsUnknown) {
            return queues.stream().map(queue -> queue.info(0)).toList();
        }
        try {
            return completed(queues);
        } catch (BrokerException e) {
            if (RedisErrors.isForbidden(e)) {
                memoryIsUnknown = true;
                LOG.log(Level.INFO, "cannot read the memory usage of queues: {0}", e.getMessage());
                return completed(queues, failed);
            }
            if (queues.size() == 1) {
                failed.accept(queues.get(0).keys(), e);
                return List.of();
            }
            int half = queues.size() / 2;
            List<QueueInfo> infos = new ArrayList<>(completed(queues.subList(0, half), failed));
            infos.addAll(completed(queues.subList(half, queues.size()), failed));
            return infos;
        }
    }

    private List<QueueInfo> completed(List<Counted> queues) {
        List<RedisCommand> samples = new ArrayList<>();
        queues.forEach(queue -> samples.addAll(samples(queue.keys(), queue.sampledGroups())));
        Iterator<Reply> sampled = executor.send(samples).iterator();
        return queues.stream()
                .map(queue -> queue.info(memory(sampled, queue.sampledGroups().size(), queue.aggregating()))).toList();
    }

    private static RedisCommand counting(QueueKeys keys, Instant now) {
        return RedisCommand.script(InspectorScript.QUEUE_STATS).key(keys.pending()).key(keys.active())
                .key(keys.scheduled())
                .key(keys.retry()).key(keys.archived()).key(keys.completed()).key(keys.groups()).key(keys.paused())
                .key(keys.processed(now)).key(keys.failed(now)).key(keys.processed()).key(keys.failed())
                .key(keys.limitsWaiting()).key(keys.batches())
                .arg(keys.taskPrefix()).arg(keys.groupPrefix()).arg(COUNTED_GROUPS).arg(SAMPLED_GROUPS)
                .arg(keys.batchOpen("")).arg(keys.batchFailed("")).arg(COUNTED_BATCHES);
    }

    /** The reply of the script. */
    private record Counted(QueueKeys keys, List<?> stats, Instant at) {

        QueueInfo info(long memory) {
            return new QueueInfo(keys.queue(), memory, latency(stats.get(12), at), length(stats, 6), length(stats, 0),
                    length(stats, 1), length(stats, 2), length(stats, 3), length(stats, 4), length(stats, 5),
                    aggregating(), length(stats, 15), length(stats, 16), length(stats, 17), length(stats, 18),
                    Replies.counter(stats.get(8)), Replies.counter(stats.get(9)),
                    Replies.counter(stats.get(10)),
                    Replies.counter(stats.get(11)), length(stats, 7) > 0, at);
        }

        int aggregating() {
            return length(stats, 13);
        }

        List<String> sampledGroups() {
            return Replies.list(stats.get(14)).stream().map(Replies::text).toList();
        }
    }

    private static int length(List<?> stats, int index) {
        return (int) Replies.number(stats.get(index));
    }

    private static Duration latency(Object pendingSince, Instant now) {
        long nanos = Replies.counter(pendingSince);
        return nanos <= 0 ? Duration.ZERO : Duration.between(Instant.ofEpochSecond(0, nanos), now);
    }

    /** Parses the start time of a pause from the value of its key; {@code null} if the value is not a time. */
    public static @Nullable Instant pausedSince(@Nullable String value) {
        return value == null || !value.matches("\\d{1,12}") ? null : Instant.ofEpochSecond(Long.parseLong(value));
    }

    private static List<RedisCommand> samples(QueueKeys keys, List<String> groups) {
        return Stream.concat(
                Stream.of(keys.pending(), keys.active(), keys.scheduled(), keys.retry(), keys.archived(),
                        keys.completed()),
                groups.stream().map(keys::group)).map(collection -> sample(keys, collection)).toList();
    }

    /**
     * Estimates memory: the average of the sampled tasks times the number of tasks, plus the collections themselves.
     */
    private static long memory(Iterator<Reply> samples, int groups, int aggregating) {
        double memory = 0;
        for (int i = 0; i < STATES; i++) {
            Sample sample = Sample.of(samples.next());
            memory += sample.own() + sample.average() * sample.length();
        }
        Sample ofGroups = new Sample(0, 0, 0, 0);
        for (int i = 0; i < groups; i++) {
            ofGroups = ofGroups.plus(Sample.of(samples.next()));
        }
        return (long) (memory + ofGroups.own() + ofGroups.average() * aggregating);
    }

    private static RedisCommand sample(QueueKeys keys, String collection) {
        return RedisCommand.script(InspectorScript.SAMPLE_MEMORY).key(collection).arg(keys.taskPrefix())
                .arg(SAMPLED_TASKS);
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

    /** Reads the daily counters, today first. */
    public List<DailyStats> history(QueueKeys keys, int days) {
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
                history.add(
                        new DailyStats(keys.queue(), today.minusDays(from + i / 2), Replies.counter(counters.get(i)),
                                Replies.counter(counters.get(i + 1))));
            }
        }
        return history;
    }
}
