package io.github.asynqee.console.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

import io.github.asynqee.console.view.Freshness;

/**
 * The age of a queue's cached state.
 *
 * @param readAt when the age was read, {@link Instant#MIN} if it was not read yet
 * @param unread whether the last attempt to read it failed
 */
record QueueAge(String name, Instant readAt, boolean unread) {

    private static final Duration FRESH = Duration.ofSeconds(15);

    /** The sums over some queues; queues that cannot be read are ignored for the oldest. */
    static Freshness freshness(List<QueueAge> ages, Instant at) {
        Instant fresh = at.minus(FRESH);
        Instant oldest = ages.stream().filter(age -> !age.unread).map(QueueAge::readAt)
                .min(Comparator.naturalOrder()).orElse(Instant.MIN);
        return new Freshness(ages.size(), ages.stream().filter(age -> !age.readAt.isBefore(fresh)).count(),
                oldest.equals(Instant.MIN) ? null : oldest, ages.stream().filter(QueueAge::unread).count());
    }
}
