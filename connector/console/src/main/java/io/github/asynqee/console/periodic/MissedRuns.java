package io.github.asynqee.console.periodic;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Ticks for which no task was enqueued. */
final class MissedRuns {

    /** A tick is enqueued up to 30 s late, by a node that takes over up to a minute late. */
    static final Duration LATEST = Duration.ofSeconds(90);
    /** Clocks differ. */
    static final Duration EARLIEST = Duration.ofSeconds(2);

    private MissedRuns() {}

    /** Each task counts for one tick: the first that it can be of. A task enqueued by hand can stand in for a missed one. */
    static List<Instant> of(List<Instant> ticks, Collection<Instant> enqueued) {
        List<Instant> free = new ArrayList<>(enqueued.stream().sorted().toList());
        List<Instant> missed = new ArrayList<>();
        for (Instant tick : ticks) {
            free.removeIf(at -> at.isBefore(tick.minus(EARLIEST)));
            if (free.isEmpty() || free.get(0).isAfter(tick.plus(LATEST))) {
                missed.add(tick);
            } else {
                free.remove(0);
            }
        }
        return missed;
    }
}
