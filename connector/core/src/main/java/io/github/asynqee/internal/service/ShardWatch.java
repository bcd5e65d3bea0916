package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;

/** Records the numbers of shards that a worker is configured with, and finds shards that were added to its queues. */
public final class ShardWatch {

    /** Interval at which the record is read. */
    public static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(ShardWatch.class.getName());

    private final ShardRegistry registry;
    private final Map<String, Integer> configured;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final FailureLog failures = new FailureLog(LOG);

    /** @param configured queue to number of shards */
    public ShardWatch(ShardRegistry registry, Map<String, Integer> configured) {
        this.registry = registry;
        this.configured = new TreeMap<>(configured);
    }

    /**
     * Records the configured numbers. If this fails, a later {@link #runOnce} records them.
     *
     * @return queue to the recorded number of its shards, at least the configured number; 1 if it is unknown whether
     *         the queue is paused, because its other shards may not be paused yet
     */
    public Map<String, Integer> begin() {
        Map<String, Integer> counts = new HashMap<>();
        configured.forEach((queue, count) -> counts.put(queue, recorded(queue, count, () -> paused(queue, count))));
        return counts;
    }

    private int recorded(String queue, int count, IntSupplier otherwise) {
        try {
            int recorded = registry.declare(queue, count, Declared.RAISE).count();
            failures.succeeded(queue);
            return Math.max(count, recorded);
        } catch (BrokerException e) {
            int consumed = otherwise.getAsInt();
            failures.failed(queue, e, () -> "the shards of queue " + queue + " cannot be recorded, " + consumed
                    + " of them are consumed: " + e.getMessage());
            return consumed;
        }
    }

    /**
     * Pauses the shards of a queue if the queue is paused; its former number of shards is unknown. Returns the number
     * of shards that may be consumed.
     */
    private int paused(String queue, int count) {
        try {
            registry.copyPause(queue, 1, count);
            return count;
        } catch (BrokerException e) {
            return 1;
        }
    }

    /**
     * Reads the record once.
     *
     * @param queues the logical queues that are consumed
     * @param consumed the number of shards of a queue that are consumed
     * @param add adds shards to a queue, up to the number on record; throws an {@link IllegalArgumentException} if they
     *        cannot be consumed
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    public void runOnce(Collection<String> queues, ToIntFunction<String> consumed, BiConsumer<String, Integer> add) {
        Set<String> readable = new LinkedHashSet<>(queues);
        Map<String, Shards> record = registry.find(queues, (queue, error) -> {
            readable.remove(queue);
            failures.failed(queue, error, error::getMessage);
        });
        for (String queue : readable) {
            int known = consumed.applyAsInt(queue);
            int count = onRecord(queue, record.get(queue), known);
            if (count > known) {
                add(queue, known, count, add);
            }
        }
    }

    /**
     * The recorded number of shards. It is written if no number or a lower number is recorded, because the record may
     * have been lost.
     */
    private int onRecord(String queue, Shards shards, int known) {
        int count = shards == null ? 1 : shards.count();
        int wanted = Math.max(known, configured.getOrDefault(queue, 1));
        return count < wanted ? recorded(queue, wanted, () -> wanted) : count;
    }

    private void add(String queue, int known, int count, BiConsumer<String, Integer> add) {
        // the program that has added the shards may not have copied the pause
        registry.copyPause(queue, known, count);
        try {
            add.accept(queue, count);
            LOG.log(Level.INFO, "queue {0} now has {1} shards instead of {2}; all of them are consumed", queue, count,
                    known);
        } catch (IllegalArgumentException e) {
            if (refused.add(queue + " " + count)) {
                LOG.log(Level.WARNING, "queue {0} has {1} shards, of which only {2} are consumed: {3}", queue, count,
                        known, e.getMessage());
            }
        }
    }
}
