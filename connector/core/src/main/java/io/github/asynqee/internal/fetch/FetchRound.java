package io.github.asynqee.internal.fetch;

import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;

/**
 * One round of the fetcher: when it began, how many tasks each channel can take in it, and how many of these are left for
 * each place of queues. The room of the channels is read once: a lane that becomes free during the round would otherwise go to
 * a later queue before an earlier one.
 */
final class FetchRound {

    private final Router router;
    private final long began;
    private final Map<Channel, Integer> room = new IdentityHashMap<>();
    /** Place of queues to what those of the place may still take together. */
    private final Map<String, Map<Channel, Integer>> shares = new HashMap<>();

    FetchRound(Router router, Collection<Channel> channels, long now) {
        this.router = router;
        this.began = now;
        channels.forEach(channel -> room.put(channel, channel.wanted()));
    }

    /** When the round began, as {@link System#nanoTime}. */
    long began() {
        return began;
    }

    /** The number of tasks that a channel can still take. */
    int room(Channel channel) {
        return room.get(channel);
    }

    /**
     * The number of tasks to take from a queue for a channel. Of several queues with one place, shards or queues found
     * by a pattern, the first one takes the whole share if it has enough tasks: they cost one call per round as long as it has.
     *
     * @param share the share of its place, which counts if the queue is the first of this place in the round
     */
    int wanted(String queue, Channel channel, int share) {
        int left = shares.computeIfAbsent(router.place(queue), place -> new IdentityHashMap<>())
                .computeIfAbsent(channel, any -> share);
        return Math.min(left, room(channel));
    }

    /** A task was taken for a channel, which has less room for the following queues. */
    void taken(Lease lease) {
        Channel channel = router.route(lease.message());
        if (channel == null) {
            return;
        }
        room.merge(channel, -1, Integer::sum);
        Map<Channel, Integer> ofQueue = shares.get(router.place(lease.queue()));
        if (ofQueue != null) {
            ofQueue.computeIfPresent(channel, (any, tasks) -> Math.max(0, tasks - 1));
        }
    }
}
