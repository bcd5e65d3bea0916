package io.github.asynqee.internal.fetch;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;

/**
 * What the shards of a logical queue may still take together in one round. The first shard takes the whole share of the queue
 * if it has enough tasks, so that a queue with many shards costs one call per round as long as it has tasks.
 */
final class ShardShares {

    private final Router router;
    private final Map<String, Map<Channel, Integer>> left = new HashMap<>();

    ShardShares(Router router) {
        this.router = router;
    }

    void newRound() {
        left.clear();
    }

    /**
     * The number of tasks that the shard may take for a channel.
     *
     * @param share the share of its logical queue, which counts if the shard is the first one
     */
    int left(String shard, Channel channel, int share) {
        return left.computeIfAbsent(router.logical(shard), queue -> new IdentityHashMap<>())
                .computeIfAbsent(channel, c -> share);
    }

    /** A task was taken for a channel. */
    void taken(String shard, Channel channel) {
        Map<Channel, Integer> ofQueue = left.get(router.logical(shard));
        if (ofQueue != null) {
            ofQueue.computeIfPresent(channel, (c, tasks) -> Math.max(0, tasks - 1));
        }
    }
}
