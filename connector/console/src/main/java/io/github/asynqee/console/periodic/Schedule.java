package io.github.asynqee.console.periodic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;

/** The ticks of an entry, from its spec and the next run that its scheduler has published. */
final class Schedule {

    private final CronSpec spec;
    private final Instant anchor;
    private final String problem;

    private Schedule(CronSpec spec, Instant anchor, String problem) {
        this.spec = spec;
        this.anchor = anchor;
        this.problem = problem;
    }

    /**
     * The schedule of an entry.
     *
     * @param text the spec
     * @param next the next run that the scheduler has published, {@code null} if there is none
     */
    static Schedule of(String text, Instant next) {
        CronSpec spec;
        try {
            spec = CronSpec.parse(text);
        } catch (InvalidCronSpecException e) {
            return new Schedule(null, null, "The schedule cannot be read: " + e.getMessage());
        }
        Instant anchor = anchor(spec, next);
        if (next != null && spec.next(next.minusSeconds(1), anchor).filter(next::equals).isEmpty()) {
            return new Schedule(null, null, "The scheduler reports another next run than this schedule has"
                    + (hasZone(text) ? ": " : " in UTC. Its time zone is not published: ")
                    + "later runs and missed runs are not known.");
        }
        return new Schedule(spec, anchor, null);
    }

    private static boolean hasZone(String text) {
        return CronSpec.inZone(text, "UTC").equals(text);
    }

    /**
     * Periods of {@code @every} are counted from the start of the scheduler; any of its ticks can replace this time.
     */
    private static Instant anchor(CronSpec spec, Instant next) {
        if (next == null || !spec.text().contains("@every")) {
            return Instant.EPOCH;
        }
        long period = spec.next(Instant.EPOCH, Instant.EPOCH).orElse(next).getEpochSecond();
        return Instant.ofEpochSecond(Math.floorMod(next.getEpochSecond(), period));
    }

    /** Why the ticks are not known, {@code null} if they are known. */
    String problem() {
        return problem;
    }

    /** The next ticks after a time. */
    List<Instant> next(Instant after, int count) {
        List<Instant> ticks = new ArrayList<>();
        Optional<Instant> tick = spec == null ? Optional.empty() : spec.next(after, anchor);
        while (tick.isPresent() && ticks.size() < count) {
            ticks.add(tick.get());
            tick = spec.next(tick.get(), anchor);
        }
        return ticks;
    }

    /** The last ticks of a span of time, the earliest first. */
    List<Instant> last(Instant after, Instant until, int count) {
        LinkedList<Instant> ticks = new LinkedList<>();
        Instant end = until;
        while (spec != null && ticks.size() < count && end.isAfter(after)) {
            Optional<Instant> tick = spec.last(after, end, anchor);
            if (tick.isEmpty()) {
                break;
            }
            ticks.addFirst(tick.get());
            end = tick.get().minusSeconds(1);
        }
        return ticks;
    }
}
