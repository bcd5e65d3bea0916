package io.github.asynqee.internal.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.Queues;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.internal.inspect.queue.GroupReads;
import io.github.asynqee.internal.inspect.queue.LimitReads;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.summary.StatisticsReads;
import io.github.asynqee.internal.inspect.waiting.WhyWaiting;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;
import org.jspecify.annotations.Nullable;

/** {@link Queues} on Redis. The numbers of a queue are sums over its shards. */
final class RedisQueues implements Queues {

    /** Maximum number of days that can be requested; Redis keeps counters for 90 days. */
    private static final int MAX_DAYS = 1_000;

    private final QueueResolver queues;
    private final QueueReads reads;
    private final GroupReads groups;
    private final LimitReads limits;
    private final StatisticsReads statistics;
    private final QueueAdministration administration;
    private final ShardRegistry registry;
    private final WhyWaiting waiting;

    RedisQueues(QueueResolver queues, QueueReads reads, GroupReads groups, LimitReads limits,
            StatisticsReads statistics, QueueAdministration administration, ShardRegistry registry,
            WhyWaiting waiting) {
        this.queues = queues;
        this.reads = reads;
        this.groups = groups;
        this.limits = limits;
        this.statistics = statistics;
        this.administration = administration;
        this.registry = registry;
        this.waiting = waiting;
    }

    @Override
    public List<String> names() {
        return queues.names();
    }

    @Override
    public QueueInfo info(String queue) {
        return infos(List.of(queues.require(queue))).stream().findFirst()
                .orElseThrow(() -> queues.scope().notFound(queue));
    }

    @Override
    public List<QueueInfo> infos(Collection<String> of) {
        return infos(of, (failed, error) -> {
            throw error;
        });
    }

    @Override
    public List<QueueInfo> infos(Collection<String> of, BiConsumer<String, BrokerException> failed) {
        return sums(of, (shards, unread) -> reads.infos(queues.existing(shards), unread), failed);
    }

    @Override
    public List<QueueInfo> counts(Collection<String> of, BiConsumer<String, BrokerException> failed) {
        return sums(of, (shards, unread) -> reads.counts(queues.seen(shards), unread), failed);
    }

    private interface Reading {
        List<QueueInfo> read(List<String> shards, BiConsumer<QueueKeys, BrokerException> failed);
    }

    /** Sums the numbers of shards. A queue fails if one of its shards cannot be read. */
    private List<QueueInfo> sums(Collection<String> of, Reading reading, BiConsumer<String, BrokerException> failed) {
        Map<String, List<String>> wanted = new LinkedHashMap<>();
        of.stream().filter(queues.scope()::contains).forEach(queue -> wanted.put(queue, queues.shardNames(queue)));
        Map<String, BrokerException> failures = new HashMap<>();
        Map<String, QueueInfo> found = new HashMap<>();
        reading.read(wanted.values().stream().flatMap(List::stream).distinct().toList(),
                (keys, error) -> failures.put(keys.queue(), error)).forEach(info -> found.put(info.queue(), info));
        List<QueueInfo> infos = new ArrayList<>();
        wanted.forEach((queue, names) -> {
            List<QueueInfo> parts = names.stream().map(found::get).filter(info -> info != null).toList();
            names.stream().filter(failures::containsKey).findFirst().ifPresentOrElse(
                    shard -> failed.accept(queue, failures.get(shard)),
                    () -> parts.stream().reduce((one, other) -> sum(queue, one, other)).ifPresent(infos::add));
        });
        return infos;
    }

    /** Adds up two shards. The queue is paused if all its shards are paused; its latency is the longest latency. */
    private static QueueInfo sum(String queue, QueueInfo one, QueueInfo other) {
        IntSum ints = new IntSum(one, other);
        LongSum longs = new LongSum(one, other);
        Duration latency = one.latency().compareTo(other.latency()) > 0 ? one.latency() : other.latency();
        return new QueueInfo(queue, longs.of(QueueInfo::memoryUsage), latency, ints.of(QueueInfo::groups),
                ints.of(QueueInfo::pending), ints.of(QueueInfo::active), ints.of(QueueInfo::scheduled),
                ints.of(QueueInfo::retry), ints.of(QueueInfo::archived), ints.of(QueueInfo::completed),
                ints.of(QueueInfo::aggregating), ints.of(QueueInfo::limited), ints.of(QueueInfo::batches),
                ints.of(QueueInfo::batchMembers), ints.of(QueueInfo::batchFailures), longs.of(QueueInfo::processed),
                longs.of(QueueInfo::failed),
                longs.of(QueueInfo::processedTotal), longs.of(QueueInfo::failedTotal), one.paused() && other.paused(),
                one.timestamp());
    }

    private record IntSum(QueueInfo one, QueueInfo other) {
        int of(ToIntFunction<QueueInfo> field) {
            return field.applyAsInt(one) + field.applyAsInt(other);
        }
    }

    private record LongSum(QueueInfo one, QueueInfo other) {
        long of(ToLongFunction<QueueInfo> field) {
            return field.applyAsLong(one) + field.applyAsLong(other);
        }
    }

    @Override
    public List<DailyStats> history(String queue, int days) {
        if (days < 1 || days > MAX_DAYS) {
            throw new IllegalArgumentException("days must be from 1 to " + MAX_DAYS + ": " + days);
        }
        Map<Object, DailyStats> sums = new LinkedHashMap<>();
        queues.existing(queue).forEach(shard -> reads.history(shard, days).forEach(day -> sums.merge(day.date(),
                new DailyStats(queue, day.date(), day.processed(), day.failed()),
                (one, other) -> new DailyStats(queue, one.date(), one.processed() + other.processed(),
                        one.failed() + other.failed()))));
        return List.copyOf(sums.values());
    }

    @Override
    public QueueStatistics statistics(String queue, StatisticsRange range) {
        return statistics.read(queue, queues.existing(queue), range);
    }

    @Override
    public List<GroupInfo> groups(String queue) {
        Map<String, Integer> sizes = new TreeMap<>();
        queues.shards(queue).forEach(shard -> groups.all(shard)
                .forEach(group -> sizes.merge(group.group(), group.size(), Integer::sum)));
        return sizes.entrySet().stream().map(group -> new GroupInfo(group.getKey(), group.getValue())).toList();
    }

    /** Lists one shard after the other, so a group may be listed once per shard. */
    @Override
    public GroupInfo.Page groups(String queue, @Nullable String next, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: " + limit);
        }
        List<QueueKeys> all = queues.shards(queue);
        int at = next == null ? 0 : Integer.parseInt(next.substring(0, next.indexOf(' ')));
        if (at >= all.size()) {
            return new GroupInfo.Page(List.of(), null);
        }
        String within = next == null ? "" : next.substring(next.indexOf(' ') + 1);
        GroupInfo.Page page = groups.page(all.get(at), within.isEmpty() ? null : within, limit);
        String further = page.next() != null ? at + " " + page.next() : at + 1 < all.size() ? at + 1 + " " : null;
        return new GroupInfo.Page(page.groups(), further);
    }

    @Override
    public List<LimitKey.State> limits(String queue) {
        return queues.shards(queue).stream().flatMap(shard -> limits.read(shard).stream())
                .sorted(Comparator.comparing(LimitKey.State::waiting).reversed()).toList();
    }

    @Override
    public List<Waiting> why(String queue) {
        return waiting.queue(queues.existing(queue));
    }

    @Override
    public void resume(String queue, LimitKey key) {
        each(queue, shard -> administration.resume(shard, key));
    }

    @Override
    public void pause(String queue) {
        each(queue, administration::pause);
    }

    @Override
    public void unpause(String queue) {
        each(queue, administration::unpause);
    }

    private interface Change {
        void make(QueueKeys shard);
    }

    /** Changes all shards; fails only if no shard can be changed. */
    private void each(String queue, Change change) {
        // include shards that were just added
        queues.changed();
        QueueStateException refused = null;
        int changed = 0;
        for (QueueKeys shard : queues.shards(queue)) {
            try {
                change.make(shard);
                changed++;
            } catch (QueueStateException e) {
                refused = refused == null ? e : refused;
            }
        }
        if (changed == 0) {
            throw refused;
        }
    }

    @Override
    public void remove(String queue, boolean force) {
        List<QueueKeys> shards = queues.existing(queue);
        if (shards.size() > 1) {
            QueueInfo info = info(queue);
            if (info.active() > 0 || !force && info.size() + info.groups() > 0) {
                throw new QueueStateException("queue \"" + queue + "\" is not empty"
                        + (info.active() > 0 ? ": it has active tasks" : ""));
            }
        }
        administration.remove(shards, force);
        if (queues.isLogical() && registry.all().containsKey(queue)) {
            registry.forget(queue);
            queues.changed();
        }
    }
}
