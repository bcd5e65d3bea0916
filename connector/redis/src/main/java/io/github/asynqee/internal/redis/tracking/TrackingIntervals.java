package io.github.asynqee.internal.redis.tracking;

import java.time.Duration;

/**
 * Intervals of the checks of tracked connections and cached replies.
 *
 * @param ping interval of the pings on each connection
 * @param silence maximum time without a reply until a connection is closed
 * @param check interval of the check for missed changes, within the budget
 * @param refused pause before tracking is requested again after Redis rejected it
 * @param checksPerSecond number of commands the check sends in a second, to all nodes together, and its maximum burst
 */
public record TrackingIntervals(Duration ping, Duration silence, Duration check, Duration refused,
        double checksPerSecond) {

    static final TrackingIntervals DEFAULT = new TrackingIntervals(Duration.ofSeconds(2), Duration.ofSeconds(5),
            Duration.ofSeconds(15), Duration.ofMinutes(5), 5);

    /** Interval at which an open connection is checked. */
    Duration tick() {
        return ping.dividedBy(2);
    }
}
