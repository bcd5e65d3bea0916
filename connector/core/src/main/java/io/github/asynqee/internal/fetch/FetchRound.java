package io.github.asynqee.internal.fetch;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

import io.github.asynqee.internal.lane.Channel;

/**
 * One round of the fetcher: when it began, how many tasks each channel can take in it, and how many of these are left for
 * the place whose turn it is. The room of the channels is read once: a lane that becomes free during the round would otherwise
 * go to a later queue before an earlier one.
 */
final class FetchRound {

    private final long began;
    private final Map<Channel, Integer> room = new IdentityHashMap<>();
    /** What the queues of the place whose turn it is may still take together. */
    private final Map<Channel, Integer> shares = new IdentityHashMap<>();

    FetchRound(Collection<Channel> channels, long now) {
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

    /** Whether a channel can still take tasks. */
    boolean hasRoom(Channel channel) {
        return room(channel) > 0;
    }

    /** Begins the turn of another place. */
    void turn() {
        shares.clear();
    }

    /** Sets how many tasks of a channel the place whose turn it is may take. */
    void share(Channel channel, int tasks) {
        shares.put(channel, tasks);
    }

    /**
     * The number of tasks to take for a channel. Of several queues with one place, shards or queues found
     * by a pattern, the first one takes the whole share if it has enough tasks: they cost one call per round as long as it has.
     */
    int wanted(Channel channel) {
        return Math.min(shares.getOrDefault(channel, 0), room(channel));
    }

    /** A task was taken for a channel, which has less room for the following queues; {@code null} if none handles it. */
    void taken(Channel channel) {
        if (channel != null) {
            room.merge(channel, -1, Integer::sum);
            shares.computeIfPresent(channel, (any, tasks) -> Math.max(0, tasks - 1));
        }
    }
}
