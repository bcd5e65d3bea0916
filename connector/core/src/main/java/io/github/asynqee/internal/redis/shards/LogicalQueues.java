package io.github.asynqee.internal.redis.shards;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.internal.shard.Shards;

/**
 * Which queues make up a logical one, and in which of them a task is. The numbers of shards are read again after 2 s. While they
 * cannot be read, what was read last counts: the record may be on another node than the shards.
 */
final class LogicalQueues {

    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Inspector shards;
    private Map<String, Integer> counts;
    private Map<String, String> logical = Map.of();
    private long readAt;
    private boolean isDue = true;

    /** @param shards inspects the shards as the queues they are */
    LogicalQueues(Inspector shards) {
        this.shards = shards;
    }

    private synchronized void read() {
        if (isDue || System.nanoTime() - readAt > KNOWN_NANOS) {
            Map<String, Integer> now = shards();
            Map<String, String> names = new HashMap<>();
            now.forEach((queue, count) -> Shards.names(queue, count).forEach(shard -> names.put(shard, queue)));
            counts = now;
            logical = names;
            readAt = System.nanoTime();
            isDue = false;
        }
    }

    private Map<String, Integer> shards() {
        try {
            return shards.shards();
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            if (counts == null) {
                throw e;
            }
            return counts;
        }
    }

    /** The numbers of shards are read anew by the next call. */
    synchronized void changed() {
        isDue = true;
    }

    /** The shards of a queue; the queue itself if it has none, or if it is a shard itself. */
    synchronized List<String> of(String queue) {
        read();
        return Shards.names(queue, counts.getOrDefault(queue, 1));
    }

    private synchronized String logical(String queue) {
        read();
        return logical.getOrDefault(queue, queue);
    }

    /** The names of all queues, each logical one once. */
    List<String> names() {
        return shards.queues().stream().map(this::logical).collect(Collectors.toCollection(TreeSet::new)).stream()
                .toList();
    }

    /** The shards that exist. */
    List<String> existing(String queue) {
        List<String> all = of(queue);
        if (all.size() == 1) {
            return all;
        }
        Set<String> known = Set.copyOf(shards.queues());
        List<String> existing = all.stream().filter(known::contains).toList();
        if (existing.isEmpty()) {
            throw new QueueNotFoundException("there is no queue \"" + queue + "\"");
        }
        return existing;
    }

    /** The shard that has a task. */
    String of(String queue, String id) {
        List<String> all = existing(queue);
        return all.size() == 1 ? all.get(0) : task(all, queue, id).info().queue();
    }

    InspectedTask task(String queue, String id) {
        return task(existing(queue), queue, id);
    }

    private InspectedTask task(List<String> among, String queue, String id) {
        if (among.size() == 1) {
            return shards.task(among.get(0), id);
        }
        for (String shard : among) {
            try {
                return shards.task(shard, id);
            } catch (TaskNotFoundException | QueueNotFoundException e) {
                // it may be in another shard
                continue;
            }
        }
        throw new TaskNotFoundException("there is no task \"" + id + "\" in queue \"" + queue + "\"");
    }

    TaskFilter expand(TaskFilter filter) {
        Set<String> all = new LinkedHashSet<>();
        filter.queues().forEach(queue -> all.addAll(of(queue)));
        return all.equals(filter.queues()) ? filter : filter.inQueues(all.toArray(String[]::new));
    }

    /** As {@link Inspector#queueInfos}; a logical queue of which a shard cannot be read has failed. */
    List<QueueInfo> infos(Collection<String> queues, BiConsumer<String, BrokerException> failed) {
        return sums(queues, shards::queueInfos, failed);
    }

    /** As {@link Inspector#queueCounts}, in the same way. */
    List<QueueInfo> counts(Collection<String> queues, BiConsumer<String, BrokerException> failed) {
        return sums(queues, shards::queueCounts, failed);
    }

    private interface Reading {
        List<QueueInfo> read(Collection<String> shards, BiConsumer<String, BrokerException> failed);
    }

    private List<QueueInfo> sums(Collection<String> queues, Reading reading,
            BiConsumer<String, BrokerException> failed) {
        Map<String, List<String>> wanted = new LinkedHashMap<>();
        queues.forEach(queue -> wanted.put(queue, of(queue)));
        Map<String, BrokerException> failures = new HashMap<>();
        Map<String, QueueInfo> found = new HashMap<>();
        reading.read(wanted.values().stream().flatMap(List::stream).distinct().toList(), failures::put)
                .forEach(info -> found.put(info.queue(), info));
        List<QueueInfo> infos = new ArrayList<>();
        wanted.forEach((queue, names) -> {
            List<QueueInfo> parts = names.stream().map(found::get).filter(info -> info != null).toList();
            names.stream().filter(failures::containsKey).findFirst().ifPresentOrElse(
                    shard -> failed.accept(queue, failures.get(shard)),
                    () -> parts.stream().reduce((one, other) -> sum(queue, one, other)).ifPresent(infos::add));
        });
        return infos;
    }

    /** A queue is paused if all of its shards are; its latency is the longest one. */
    private static QueueInfo sum(String queue, QueueInfo one, QueueInfo other) {
        IntSum ints = new IntSum(one, other);
        LongSum longs = new LongSum(one, other);
        Duration latency = one.latency().compareTo(other.latency()) > 0 ? one.latency() : other.latency();
        return new QueueInfo(queue, longs.of(QueueInfo::memoryUsage), latency, ints.of(QueueInfo::groups),
                ints.of(QueueInfo::pending), ints.of(QueueInfo::active), ints.of(QueueInfo::scheduled),
                ints.of(QueueInfo::retry), ints.of(QueueInfo::archived), ints.of(QueueInfo::completed),
                ints.of(QueueInfo::aggregating), longs.of(QueueInfo::processed), longs.of(QueueInfo::failed),
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
}
