package io.github.asynqee.internal.inspect.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * The shards of logical queues. Caches the numbers of shards for 2 s. While they cannot be read, uses the last known
 * numbers, because the record may be on another node than the shards.
 */
final class RecordedShards {

    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ShardRegistry registry;
    private @Nullable Map<String, Shards> recorded;
    private Map<String, String> logical = Map.of();
    private long readAt;
    private boolean isDue = true;

    RecordedShards(ShardRegistry registry) {
        this.registry = registry;
    }

    private synchronized Map<String, Shards> read() {
        Map<String, Shards> known = recorded;
        if (known == null || isDue || System.nanoTime() - readAt > KNOWN_NANOS) {
            Map<String, Shards> now = all();
            Map<String, String> names = new HashMap<>();
            now.forEach((queue, shards) -> Shards.names(queue, shards.count())
                    .forEach(shard -> names.put(shard, queue)));
            recorded = now;
            known = now;
            logical = names;
            readAt = System.nanoTime();
            isDue = false;
        }
        return known;
    }

    private Map<String, Shards> all() {
        try {
            return registry.all();
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            if (recorded == null) {
                throw e;
            }
            return recorded;
        }
    }

    /** Makes the next call read the numbers of shards again. */
    synchronized void changed() {
        isDue = true;
    }

    /** Returns the shards of a queue; the queue itself if it does not have shards or is a shard. */
    synchronized List<String> of(String queue) {
        Shards shards = read().get(queue);
        return shards == null ? List.of(queue) : Shards.names(queue, shards.count());
    }

    /** Returns the queue of a shard; the name itself if it is not a shard. */
    synchronized String logical(String queue) {
        read();
        return logical.getOrDefault(queue, queue);
    }
}
