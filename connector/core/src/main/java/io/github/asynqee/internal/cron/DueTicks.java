package io.github.asynqee.internal.cron;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.CronSpec;

/** Computes the ticks of an entry that are due, and the next one. */
final class DueTicks {

    /** Delay up to which a tick counts as on time: after a restart, a fail-over, or with a slow payload source. */
    static final Duration TOLERANCE = Duration.ofSeconds(30);
    /** Maximum number of missed ticks of an entry that are caught up: the newest ones. */
    static final int MAX_MISSED = 1_000;

    private final CronSpec spec;
    private final Schedule schedule;

    DueTicks(CronSpec spec, Schedule schedule) {
        this.spec = spec;
        this.schedule = schedule;
    }

    private Optional<Instant> next(Instant after) {
        return spec.next(after, schedule.anchor());
    }

    /** The first unprocessed tick at or after an instant. */
    Optional<Instant> nextFrom(Instant from) {
        Instant before = from.minusNanos(1);
        return next(before.isAfter(schedule.last()) ? before : schedule.last());
    }

    /** Whether any tick is to be enqueued now. */
    boolean isAnyDue(Instant now, CatchUp catchUp) {
        return oldest(now, catchUp).isPresent();
    }

    /** The ticks to be enqueued now, oldest first. */
    List<Instant> at(Instant now, CatchUp catchUp) {
        Optional<Instant> oldest = oldest(now, catchUp);
        if (catchUp == CatchUp.ONE && oldest.isPresent() && isMissed(oldest.get(), now)) {
            return spec.last(schedule.last(), now, schedule.anchor()).stream().toList();
        }
        return all(oldest, now);
    }

    private Optional<Instant> oldest(Instant now, CatchUp catchUp) {
        Optional<Instant> first = next(schedule.last());
        if (catchUp == CatchUp.NONE && first.isPresent() && isMissed(first.get(), now)) {
            first = nextFrom(toleratedSince(now));
        }
        return first.filter(tick -> !tick.isAfter(now));
    }

    private static boolean isMissed(Instant tick, Instant now) {
        return tick.isBefore(toleratedSince(now));
    }

    private static Instant toleratedSince(Instant now) {
        return now.minus(TOLERANCE);
    }

    private List<Instant> all(Optional<Instant> first, Instant until) {
        Deque<Instant> ticks = new ArrayDeque<>();
        for (Optional<Instant> tick = first; tick.isPresent() && !tick.get().isAfter(until); tick = next(tick.get())) {
            ticks.add(tick.get());
            if (ticks.size() > MAX_MISSED) {
                ticks.remove();
            }
        }
        return new ArrayList<>(ticks);
    }
}
