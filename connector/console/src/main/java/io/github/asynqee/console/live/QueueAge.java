package io.github.asynqee.console.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

import io.github.asynqee.console.view.Freshness;

/**
 * How old what is known of a queue is.
 *
 * @param readAt when it was read, {@link Instant#MIN} if it has not been
 * @param unread whether it could not be read at the last attempt
 */
record QueueAge(String name, Instant readAt, boolean unread) {

    private static final Duration FRESH = Duration.ofSeconds(15);

    /** The sums over some queues; those that cannot be read do not count for the oldest. */
    static Freshness freshness(List<QueueAge> ages, Instant at) {
        Instant fresh = at.minus(FRESH);
        Instant oldest = ages.stream().filter(age -> !age.unread).map(QueueAge::readAt)
                .min(Comparator.naturalOrder()).orElse(Instant.MIN);
        return new Freshness(ages.size(), ages.stream().filter(age -> !age.readAt.isBefore(fresh)).count(),
                oldest.equals(Instant.MIN) ? null : oldest, ages.stream().filter(QueueAge::unread).count());
    }
}
