package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;

/**
 * Records the numbers of shards that a worker is configured with, and reports shards that were added since it began: it consumes
 * them from its next start on.
 */
public final class ShardWatch {

    /** Interval of the look at the record. */
    public static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(ShardWatch.class.getName());

    private final ShardRegistry registry;
    private final Map<String, Integer> counts;
    private final Set<String> reported = new HashSet<>();
    private final FailureLog failures = new FailureLog(LOG);

    /**
     * Records the numbers and reads those on record. If Redis cannot be reached, the configured ones are used and recorded
     * later.
     *
     * @param configured queue to number of shards
     */
    public ShardWatch(ShardRegistry registry, Map<String, Integer> configured) {
        this.registry = registry;
        this.counts = new TreeMap<>(configured);
        counts.replaceAll((queue, count) -> Math.max(count, recorded(queue, count)));
    }

    private int recorded(String queue, int count) {
        try {
            int recorded = registry.declare(queue, count, Declared.RAISE).count();
            failures.succeeded(queue);
            return recorded;
        } catch (BrokerException e) {
            failures.failed(queue, e, () -> "the shards of queue " + queue + " cannot be recorded, " + count
                    + " of them are consumed: " + e.getMessage());
            return count;
        }
    }

    /** @return queue to number of its shards that are consumed */
    public Map<String, Integer> counts() {
        return counts;
    }

    /** Looks at the record once. */
    public void runOnce() {
        counts.forEach((queue, count) -> {
            int recorded = recorded(queue, count);
            if (recorded > count && reported.add(queue + " " + recorded)) {
                LOG.log(Level.WARNING,
                        "queue {0} has {1} shards, of which this worker consumes {2}: it consumes all from its next start",
                        queue, recorded, count);
            }
        });
    }
}
