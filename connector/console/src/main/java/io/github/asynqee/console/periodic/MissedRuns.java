package io.github.asynqee.console.periodic;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Ticks for which no task was enqueued. */
final class MissedRuns {

    /** Maximum delay of a tick's task: up to 30 s, or up to a minute if another node takes over, plus a margin. */
    static final Duration LATEST = Duration.ofSeconds(90);
    /** How much earlier than its tick a task may seem to be enqueued, because clocks differ. */
    static final Duration EARLIEST = Duration.ofSeconds(2);

    private MissedRuns() {}

    /**
     * Returns the missed ticks. Each task counts for the first tick to which it can belong. A task enqueued by hand can
     * hide a missed tick.
     */
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
