package io.github.asynqee.internal.redis.tracking;

import java.time.Duration;

import io.github.asynqee.internal.broker.CancellationSubscription;

/**
 * How often tracked connections and what they have heard are checked.
 *
 * @param ping how often each connection is asked for a sign of life
 * @param silence after how long without one it is given up
 * @param check how often it is checked that no change was missed, as far as the budget allows
 * @param refused after how long Redis is asked again to track keys when it has refused that
 */
public record TrackingIntervals(Duration ping, Duration silence, Duration check, Duration refused) {

    static final TrackingIntervals DEFAULT = new TrackingIntervals(CancellationSubscription.PING_INTERVAL,
            CancellationSubscription.LONGEST_SILENCE, Duration.ofSeconds(15), Duration.ofMinutes(5));

    /** How often a connection without events is looked after. */
    Duration tick() {
        return ping.dividedBy(2);
    }
}
