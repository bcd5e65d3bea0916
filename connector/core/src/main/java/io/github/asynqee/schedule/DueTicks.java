package io.github.asynqee.schedule;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.broker.PeriodicTicks.Schedule;

/** Which ticks an entry has to deal with now, and when it has to again. */
final class DueTicks {

    private final CronSpec spec;
    private final Schedule schedule;

    DueTicks(CronSpec spec, Schedule schedule) {
        this.spec = spec;
        this.schedule = schedule;
    }

    private Optional<Instant> next(Instant after) {
        return spec.next(after, schedule.anchor());
    }

    /** The first tick not dealt with that is not before an instant. */
    Optional<Instant> nextFrom(Instant from) {
        Instant before = from.minusNanos(1);
        return next(before.isAfter(schedule.last()) ? before : schedule.last());
    }

    /** Those to be enqueued now, oldest first. */
    List<Instant> at(Instant now, CatchUp catchUp) {
        Instant intime = now.minus(PeriodicScheduler.TOLERANCE);
        Optional<Instant> first = next(schedule.last()).filter(tick -> !tick.isAfter(now));
        if (first.isEmpty()) {
            return List.of();
        }
        boolean missed = first.get().isBefore(intime);
        return switch (catchUp) {
            case NONE -> all(missed ? nextFrom(intime) : first, now);
            case ONE -> missed ? spec.last(schedule.last(), now, schedule.anchor()).stream().toList() : all(first, now);
            case ALL -> all(first, now);
        };
    }

    private List<Instant> all(Optional<Instant> first, Instant until) {
        Deque<Instant> ticks = new ArrayDeque<>();
        for (Optional<Instant> tick = first; tick.isPresent() && !tick.get().isAfter(until); tick = next(tick.get())) {
            ticks.add(tick.get());
            if (ticks.size() > PeriodicScheduler.MOST_MISSED) {
                ticks.remove();
            }
        }
        return new ArrayList<>(ticks);
    }
}
