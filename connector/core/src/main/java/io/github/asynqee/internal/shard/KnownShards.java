package io.github.asynqee.internal.shard;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * The shards of queues known to a producer, refreshed periodically. While the record in Redis cannot be read, the last
 * known values are used, because the shards may be on another node than the record. Thread-safe.
 */
public final class KnownShards {

    /** The numbers of shards are read again after this time. */
    public static final Duration KNOWN_FOR = Duration.ofSeconds(10);
    /** No queue has shards. */
    public static final KnownShards NONE = new KnownShards(null, Map.of(), false, System::nanoTime);

    private final ShardRegistry registry;
    private final Map<String, Integer> configured;
    private final boolean recorded;
    private final LongSupplier nanoTime;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(Shards shards, long until) {}

    KnownShards(ShardRegistry registry, Map<String, Integer> configured, boolean recorded, LongSupplier nanoTime) {
        this.registry = registry;
        this.configured = Map.copyOf(configured);
        this.recorded = recorded;
        this.nanoTime = nanoTime;
    }

    /**
     * Only some queues have shards.
     *
     * @param counts queue to its number of shards, which is used and recorded if Redis has no record of the queue
     */
    public static KnownShards configured(ShardRegistry registry, Map<String, Integer> counts) {
        return counts.isEmpty() ? NONE : new KnownShards(registry, counts, false, System::nanoTime);
    }

    /** All queues have the shards that are on record. */
    public static KnownShards recorded(ShardRegistry registry) {
        return new KnownShards(registry, Map.of(), true, System::nanoTime);
    }

    /** Whether no queue has shards, because no shards are configured and recorded shards are ignored. */
    public boolean isNone() {
        return configured.isEmpty() && !recorded;
    }

    /**
     * Whether a queue has shards.
     *
     * @throws BrokerException if the record must be read and this fails
     */
    public boolean has(String queue) {
        return configured.containsKey(queue) || recorded && of(queue) != null;
    }

    /**
     * The shards of a queue.
     *
     * @return the shards; {@code null} if the queue has none
     * @throws BrokerException if the record must be read and this fails
     */
    public Shards of(String queue) {
        if (!recorded && !configured.containsKey(queue)) {
            return null;
        }
        Known last = known.get(queue);
        long now = nanoTime.getAsLong();
        if (last != null && now - last.until() < 0) {
            return last.shards();
        }
        Shards read = read(queue, last);
        known.put(queue, new Known(read, now + KNOWN_FOR.toNanos()));
        return read;
    }

    /** The names of the shards of a queue as last read; its own name if it has none or they were not read yet. */
    public List<String> lastNames(String queue) {
        Known last = known.get(queue);
        return last == null || last.shards() == null ? List.of(queue) : Shards.names(queue, last.shards().count());
    }

    private Shards read(String queue, Known last) {
        try {
            return read(queue);
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            if (last == null) {
                throw e;
            }
            return last.shards();
        }
    }

    private Shards read(String queue) {
        Integer count = configured.get(queue);
        if (count != null) {
            return registry.declare(queue, count, Declared.KEEP);
        }
        return registry.find(List.of(queue), (damaged, error) -> {
            throw error;
        }).get(queue);
    }
}
