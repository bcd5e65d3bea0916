package io.github.asynqee.internal.fetch;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

import io.github.asynqee.internal.lane.Channel;

/**
 * One round of the fetcher: when it began, how many tasks each channel can take, and how many of them remain for the
 * current position of the queue order. The channels' capacity is read once: a lane that becomes free during the round
 * would otherwise go to a later queue before an earlier queue.
 */
final class FetchRound {

    private final long began;
    private final Map<Channel, Integer> room = new IdentityHashMap<>();
    /** The number of tasks that the queues of the current position may still take together. */
    private final Map<Channel, Integer> shares = new IdentityHashMap<>();

    FetchRound(Collection<Channel> channels, ToIntFunction<Channel> wanted, long now) {
        this.began = now;
        channels.forEach(channel -> room.put(channel, wanted.applyAsInt(channel)));
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

    /** Begins the turn of the next position. */
    void turn() {
        shares.clear();
    }

    /** Sets how many tasks of a channel the current position may take. */
    void share(Channel channel, int tasks) {
        shares.put(channel, tasks);
    }

    /**
     * Returns the number of tasks to take for a channel. If several queues, such as shards, share a position, the first
     * queue with enough tasks takes the whole share, so that they cost one call per round.
     */
    int wanted(Channel channel) {
        return Math.min(shares.getOrDefault(channel, 0), room(channel));
    }

    /**
     * A task was taken for a channel, so that the channel has less capacity for the following queues; {@code null} if
     * no channel handles the task.
     */
    void taken(Channel channel) {
        if (channel != null) {
            taken(channel, 1);
        }
    }

    /** Tasks were taken for a channel, or a request without a reply may take them. */
    void taken(Channel channel, int number) {
        room.merge(channel, -number, Integer::sum);
        shares.computeIfPresent(channel, (any, tasks) -> Math.max(0, tasks - number));
    }
}
